export { RedisModule } from './redis.module';
export { SharedCache } from './shared-cache.service';
