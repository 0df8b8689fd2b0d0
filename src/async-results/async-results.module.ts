import { Module } from '@nestjs/common';
import { AsyncResultsRepository } from './async-results.repository';
import { AsyncResultsService } from './async-results.service';
import { ResultFilesService } from './result-files.service';
import { ResultJobsService } from './result-jobs.service';

/** Answers that clients fetch later: their states, their encrypted files, and the work that makes them. */
@Module({
  providers: [AsyncResultsRepository, AsyncResultsService, ResultFilesService, ResultJobsService],
  exports: [AsyncResultsService, ResultJobsService],
})
export class AsyncResultsModule {}
