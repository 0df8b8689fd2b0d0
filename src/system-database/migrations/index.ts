import { type Knex } from 'knex';
import { firstTables } from './1-first-tables';
import { cacheMark } from './2-cache-mark';
import { auditBatches } from './3-audit-batches';
import { dataSourceRight } from './4-data-source-right';
import { serviceKeys } from './5-service-keys';
import { jwtTenants } from './6-jwt-tenants';
import { tokenLimits } from './7-token-limits';
import { tokenHashes } from './8-token-hashes';
import { asyncResults } from './9-async-results';
import { personNames } from './10-person-names';
import { packedAudit } from './11-packed-audit';

/** All migrations by name, in order. A released migration is never changed; later changes are new entries. */
export const MIGRATIONS: ReadonlyMap<string, Knex.Migration> = new Map([
  ['1-first-tables', firstTables],
  ['2-cache-mark', cacheMark],
  ['3-audit-batches', auditBatches],
  ['4-data-source-right', dataSourceRight],
  ['5-service-keys', serviceKeys],
  ['6-jwt-tenants', jwtTenants],
  ['7-token-limits', tokenLimits],
  ['8-token-hashes', tokenHashes],
  ['9-async-results', asyncResults],
  ['10-person-names', personNames],
  ['11-packed-audit', packedAudit],
]);
