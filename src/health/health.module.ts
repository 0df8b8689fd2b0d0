import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Metrics, Readiness],
  exports: [Metrics, Readiness],
})
export class HealthModule {}
