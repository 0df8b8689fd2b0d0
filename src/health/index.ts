export { HealthModule } from './health.module';
export { Metrics } from './metrics';
export { Readiness } from './readiness';
