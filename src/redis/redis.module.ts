import { Module } from '@nestjs/common';
import { SharedCacheService } from './shared-cache.service';

/** Gives the key-value backend that all instances share, which may be none. */
@Module({ providers: [SharedCacheService], exports: [SharedCacheService] })
export class RedisModule {}
