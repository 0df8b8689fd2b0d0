export { AuditLog } from './audit-log.service';
