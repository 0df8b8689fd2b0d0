export { ConfigModule } from './config.module';
export { Environment, readEnvironment } from './environment';
export { type CacheAccount, type CacheAddress, type CacheServer, readCacheUrl } from './read-cache-url';
