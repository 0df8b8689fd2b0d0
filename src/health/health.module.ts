import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { OpenConnections } from '../http';
import { RedisModule } from '../redis';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

@Module({
  imports: [RedisModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Metrics, OpenConnections, Readiness],
  exports: [Metrics, OpenConnections, Readiness],
})
export class HealthModule {}
