import { Module } from '@nestjs/common';
import { SharedCache } from './shared-cache.service';

/** Gives the key-value backend that all instances share, which may be none. */
@Module({ providers: [SharedCache], exports: [SharedCache] })
export class RedisModule {}
