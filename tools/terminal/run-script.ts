import { type INestApplicationContext } from '@nestjs/common';
import { PortsModule } from '../../src/app.ports.module';
import { AccountsService, AuthModule, OPERATOR } from '../../src/auth';
import { isModelStatement, rolesNamedBy } from '../../src/compiler/ontology';
import {
  type AccountStatement,
  type DefinitionStatement,
  isAccount,
  isRead,
  locateOffset,
  parseStatements,
  type Statement,
} from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { OntologyRegistry, OntologiesModule, OntologiesService, type OntologyHead } from '../../src/ontologies';
import { openService } from './open-service';
import { printTable } from './print-table';

/** The modules of ontologies and of the ports that they depend on. */
export const ONTOLOGY_MODULES = [AuthModule, PortsModule, OntologiesModule];

/** A script and its origin. `ontology` is the target of its statements until one creates another. */
export interface Script {
  readonly file: string;
  readonly text: string;
  readonly ontology: string | undefined;
}

interface Work {
  readonly definitions: readonly (Statement & DefinitionStatement)[];
  readonly accounts: readonly (Statement & AccountStatement)[];
}

/** Applies all statements of a script in one transaction and prints the changes. Errors contain the position in the file. */
export async function runScript({ file, text, ontology }: Script): Promise<void> {
  try {
    const work = sortStatements(parseStatements(text));
    if (ontology === undefined) checkAddressee(work);
    await openService(ONTOLOGY_MODULES, (service) => apply(service, work, ontology ?? ''));
  } catch (error) {
    throw withPlace(error, file, text);
  }
}

function sortStatements(statements: readonly Statement[]): Work {
  const definitions: (Statement & DefinitionStatement)[] = [];
  const accounts: (Statement & AccountStatement)[] = [];
  for (const statement of statements) {
    if (isAccount(statement)) accounts.push(statement);
    else if (statement.kind === 'query' || isRead(statement)) throw refuseReading(statement);
    else definitions.push(statement);
  }
  return { definitions, accounts };
}

function refuseReading({ at }: Statement): ServiceError {
  return new ServiceError('statement_not_allowed', 'a script defines and grants, this statement reads', {
    hint: 'send it to POST query/ of the service',
    offset: at,
  });
}

function checkAddressee({ definitions }: Work): void {
  const first = definitions.find((statement) => isModelStatement(statement) && statement.kind !== 'alter-ontology');
  if (first === undefined || first.kind === 'create-ontology') return;
  throw new ServiceError('ontology_unknown', 'nothing says which ontology this changes', {
    hint: 'give --ontology <name>, or write CREATE ONTOLOGY before it',
    offset: first.at,
  });
}

async function apply(service: INestApplicationContext, work: Work, ontology: string): Promise<void> {
  const catalogue = service.get(OntologyRegistry);
  const before = await catalogue.list(OPERATOR);
  const [ontologies, accounts] = [service.get(OntologiesService), service.get(AccountsService)];
  const prepared = await accounts.prepare(OPERATOR, work.accounts, rolesNamedBy(work.definitions));
  const change = await ontologies.prepare(OPERATOR, ontology, work.definitions);
  await ontologies.commit(change, (transaction) => accounts.applyWithin(transaction, prepared));
  const changes = listChanges(before, await catalogue.list(OPERATOR));
  process.stdout.write(printTable(['ontology', 'change', 'version'], changes));
  if (work.accounts.length > 0) process.stdout.write(`${work.accounts.length} account statements applied\n`);
}

function listChanges(
  before: readonly OntologyHead[],
  after: readonly OntologyHead[],
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

function withPlace(error: unknown, file: string, text: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { offset } = error.details;
  const position = error.details.position ?? (offset === undefined ? undefined : locateOffset(text, offset));
  if (position === undefined) return error;
  const place = `${file}:${position.line}:${position.column}`;
  return new ServiceError(error.code, `${place}: ${error.message}`, error.details);
}
