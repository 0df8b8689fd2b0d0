import { type INestApplicationContext } from '@nestjs/common';
import { PortsModule } from '../../src/app.ports.module';
import { AccountsService, AuthModule, OPERATOR } from '../../src/auth';
import { rolesNamedBy } from '../../src/compiler/ontology';
import { type AccountStatement, type DefinitionStatement, type Statement } from '../../src/compiler/statement';
import {
  type Alongside,
  type CurrentVersion,
  type Notice,
  OntologyRegistry,
  OntologiesModule,
  OntologiesService,
} from '../../src/ontologies';
import { openService } from './open-service';
import { printTable } from './print-table';

/** The modules of ontologies and of the ports that they depend on. */
export const ONTOLOGY_MODULES = [AuthModule, PortsModule, OntologiesModule];

/** The statements of a script: definitions, and statements on users, roles and rights. */
export interface Work {
  readonly definitions: readonly (Statement & DefinitionStatement)[];
  readonly accounts: readonly AccountStatement[];
}

/** What was done, for the terminal. */
interface Applied {
  readonly report: string;
  readonly notices: readonly Notice[];
}

/**
 * Applies the statements as POST query/ does, in one transaction, or only checks them, and returns the list of changes and
 * the warnings.
 */
export async function applyWork(
  service: INestApplicationContext,
  work: Work,
  { ontology, isDryRun }: { readonly ontology: string; readonly isDryRun: boolean },
): Promise<Applied> {
  const catalogue = service.get(OntologyRegistry);
  const before = await catalogue.list(OPERATOR);
  const [ontologies, accounts] = [service.get(OntologiesService), service.get(AccountsService)];
  const prepared = await accounts.prepare(OPERATOR, work.accounts, rolesNamedBy(work.definitions));
  const change = await ontologies.prepare(OPERATOR, ontology, work.definitions);
  await ontologies.refuseNamedRoles(
    change,
    work.accounts.flatMap((statement) => (statement.kind === 'drop-role' ? [statement.name] : [])),
  );
  const write: Alongside = (transaction) => accounts.applyWithin(transaction, prepared);
  if (isDryRun) {
    if (work.accounts.length > 0) await ontologies.rehearse(change, write);
    return { report: 'the script can be applied; nothing is changed\n', notices: change.warnings };
  }
  await ontologies.commit(change, write);
  const changes = listChanges(before, await catalogue.list(OPERATOR));
  const applied = work.accounts.length > 0 ? `${work.accounts.length} account statements applied\n` : '';
  return { report: printTable(['ontology', 'change', 'version'], changes) + applied, notices: change.warnings };
}

function listChanges(
  before: readonly CurrentVersion[],
  after: readonly CurrentVersion[],
): (readonly [string, string, string | null])[] {
  const known = new Map(before.map(({ id, version }) => [id, version]));
  const left = new Set(after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !left.has(id)).map(({ name }) => [name, 'dropped', null] as const),
    ...after
      .filter(({ id, version }) => known.get(id) !== version)
      .map(({ id, name, version }) => [name, known.has(id) ? 'changed' : 'created', version] as const),
  ];
}

/** Applies one statement on users, roles or rights. */
export function applyAccountStatement(statement: AccountStatement): Promise<void> {
  return openService(ONTOLOGY_MODULES, async (service) => {
    await applyWork(service, { definitions: [], accounts: [statement] }, { ontology: '', isDryRun: false });
  });
}
