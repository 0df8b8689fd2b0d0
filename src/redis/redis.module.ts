import { Module } from '@nestjs/common';
import { SharedCacheService } from './shared-cache.service';

/** Provides the key-value backend that all instances share, if one is configured. */
@Module({ providers: [SharedCacheService], exports: [SharedCacheService] })
export class RedisModule {}
