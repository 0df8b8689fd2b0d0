export { ConfigModule } from './config.module';
export type { DataSourceVariables } from './data-source-variables';
export { Environment, readEnvironment } from './environment';
export type { JwtIssuer } from './jwt-settings';
export { accessOfOthers, closeToOthers, makeOwnFile, makeOwnFolder, OWNER_ONLY_FOLDER } from './owner-only';
export { readDuration } from './read-duration';
export { type CacheAccount, type CacheAddress, type CacheServer, readCacheUrl } from './read-cache-url';
