export { leaveOutValues } from './leave-out-values';
export { AuditLogService } from './audit-log.service';
export { AuditModule } from './audit.module';
