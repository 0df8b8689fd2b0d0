export { AsyncResultsModule } from './async-results.module';
export { AsyncResultsService, type PolledResult } from './async-results.service';
export { ResultJobsService } from './result-jobs.service';
export { ownerOf } from './result-owner';
