export { ConfigModule } from './config.module';
export type { DataSourceVariables } from './data-source-variables';
export { Environment, readEnvironment } from './environment';
export { accessOfOthers, closeToOthers, makeOwnFile, makeOwnFolder, OWNER_ONLY_FOLDER } from './owner-only';
export { type CacheAccount, type CacheAddress, type CacheServer, readCacheUrl } from './read-cache-url';
