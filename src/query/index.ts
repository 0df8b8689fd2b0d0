export { QueryModule } from './query.module';
