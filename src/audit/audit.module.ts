import { Global, Module } from '@nestjs/common';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditLog } from './audit-log.service';

/** The audit log, for every part that writes or reads it. */
@Global()
@Module({ providers: [AuditBatchesRepository, AuditLog], exports: [AuditLog] })
export class AuditModule {}
