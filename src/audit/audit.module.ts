import { Global, Module } from '@nestjs/common';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditLogService } from './audit-log.service';

/** The audit log, for all modules that write or read it. */
@Global()
@Module({ providers: [AuditBatchesRepository, AuditLogService], exports: [AuditLogService] })
export class AuditModule {}
