import { Global, Module } from '@nestjs/common';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditLogService } from './audit-log.service';

/** The audit log, for every part that writes or reads it. */
@Global()
@Module({ providers: [AuditBatchesRepository, AuditLogService], exports: [AuditLogService] })
export class AuditModule {}
