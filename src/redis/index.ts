export { RedisModule } from './redis.module';
export { SharedCacheService } from './shared-cache.service';
