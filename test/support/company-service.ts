import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUserWith } from './add-user';
import { Client } from './client';
import { company } from './company';
import { defineSide } from './define-side';
import { type Database } from './define-source';
import { statementsFor } from './sample-databases';
import { startService } from './service';

const MODEL = readFileSync(resolve(__dirname, '../fixtures/company.ontology.sql'), 'utf8');

/** A service with the ontology `company`. */
export interface CompanyService {
  readonly admin: Client;
  /** May query, and sees masks. */
  readonly reader: Client;
  readonly close: () => Promise<void>;
}

/** Starts a service over the company; `more` are definitions to add to its ontology. */
export async function startCompany(dialect: DialectName, more = ''): Promise<CompanyService> {
  const service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
  const admin = new Client(service.api, service.token);
  const databases: Database[] = [];
  await defineSide(
    { admin, dataDir: service.dataDir, databases },
    {
      dialect,
      name: 'company',
      statements: statementsFor(dialect, company()),
      ontology: 'company',
      model: MODEL + more,
    },
  );
  return {
    admin,
    reader: await addUserWith(service, 'reader', 'GRANT QUERY ON ALL'),
    close: async () => {
      await service.close();
      for (const database of databases) await database.drop();
    },
  };
}
