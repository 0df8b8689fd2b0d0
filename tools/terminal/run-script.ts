import { type INestApplicationContext } from '@nestjs/common';
import { PortsModule } from '../../src/app.ports.module';
import { AccountsService, AuthModule, OPERATOR } from '../../src/auth';
import { DATA_SOURCE_TYPES } from '../../src/compiler/dialects';
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
import { nameKey } from '../../src/model';
import {
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

/** A script and its origin. `ontology` is the target of its statements until one creates another. */
export interface Script {
  readonly file: string;
  readonly text: string;
  readonly ontology: string | undefined;
  /** The password of the one data source of the script that needs a password and has none. */
  readonly password?: string | undefined;
  /** Receives the list of changes. */
  readonly output: Pick<NodeJS.WriteStream, 'write'>;
  /** Whether the script is only checked. */
  readonly isDryRun?: boolean;
}

interface Work {
  readonly definitions: readonly (Statement & DefinitionStatement)[];
  readonly accounts: readonly (Statement & AccountStatement)[];
}

/** Applies all statements of a script in one transaction and prints the changes. Errors contain the position in the file. */
export async function runScript(script: Script): Promise<void> {
  const { file, text, ontology, password, output, isDryRun = false } = script;
  try {
    const statements = parseStatements(text);
    const work = sortStatements(password === undefined ? statements : addPassword(statements, password));
    if (ontology === undefined) checkAddressee(work);
    const applied = async (service: INestApplicationContext): Promise<void> => {
      const { report, notices } = await apply(service, work, { ontology: ontology ?? '', isDryRun });
      output.write(report);
      for (const notice of notices) process.stderr.write(`${place(notice, file, text)}\n`);
    };
    await openService(ONTOLOGY_MODULES, applied);
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

/** Adds the password to the only data source of the statements that lacks one. */
function addPassword(statements: readonly Statement[], value: string): readonly Statement[] {
  const lacking = statements.filter(lacksPassword);
  const [first, ...others] = lacking;
  if (first === undefined || others.length > 0) {
    throw new Error(`--password is for one data source without a password, and the script has ${lacking.length}`);
  }
  const options = [...first.options, { name: { name: 'password' }, value }];
  return statements.map((statement) => (statement === first ? { ...first, options } : statement));
}

function lacksPassword(statement: Statement): statement is Statement & { readonly kind: 'create-datasource' } {
  if (statement.kind !== 'create-datasource' || !DATA_SOURCE_TYPES[statement.type].hasPassword) return false;
  return !statement.options.some(({ name }) => nameKey(name.name) === 'password');
}

function refuseReading({ at }: Statement): ServiceError {
  return new ServiceError('statement_not_allowed', 'a script can contain only definitions and grants', {
    hint: 'send it to POST query/ of the service',
    offset: at,
  });
}

function checkAddressee({ definitions }: Work): void {
  const first = definitions.find((statement) => isModelStatement(statement) && statement.kind !== 'alter-ontology');
  if (first === undefined || first.kind === 'create-ontology') return;
  throw new ServiceError('ontology_unknown', 'no ontology is selected for this statement', {
    hint: 'use --ontology <name>, or write CREATE ONTOLOGY before it',
    offset: first.at,
  });
}

interface Applied {
  readonly report: string;
  readonly notices: readonly Notice[];
}

/** Applies the statements, or only checks them, and returns the list of changes and the warnings. */
async function apply(
  service: INestApplicationContext,
  work: Work,
  { ontology, isDryRun }: { readonly ontology: string; readonly isDryRun: boolean },
): Promise<Applied> {
  const catalogue = service.get(OntologyRegistry);
  const before = await catalogue.list(OPERATOR);
  const [ontologies, accounts] = [service.get(OntologiesService), service.get(AccountsService)];
  const prepared = await accounts.prepare(OPERATOR, work.accounts, rolesNamedBy(work.definitions));
  const change = await ontologies.prepare(OPERATOR, ontology, work.definitions);
  if (isDryRun) return { report: 'the script can be applied; nothing is changed\n', notices: change.warnings };
  await ontologies.commit(change, (transaction) => accounts.applyWithin(transaction, prepared));
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

function place({ text: what, offset }: Notice, file: string, text: string): string {
  if (offset === undefined) return `warning: ${what}`;
  const { line, column } = locateOffset(text, offset);
  return `${file}:${line}:${column}: warning: ${what}`;
}

function withPlace(error: unknown, file: string, text: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { offset } = error.details;
  const position = error.details.position ?? (offset === undefined ? undefined : locateOffset(text, offset));
  if (position === undefined) return error;
  const place = `${file}:${position.line}:${position.column}`;
  return new ServiceError(error.code, `${place}: ${error.message}`, error.details);
}
