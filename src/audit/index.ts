export { AuditLogService } from './audit-log.service';
export { AuditModule } from './audit.module';
