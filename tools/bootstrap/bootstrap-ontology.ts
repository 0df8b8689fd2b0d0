import { isNativeError } from 'node:util/types';
import { DATA_SOURCE_TYPES } from '../../src/compiler/dialects';
import { type Environment, readEnvironment } from '../../src/config';
import {
  type DataSourceConnection,
  type Engine,
  EnginesService,
  readSourceCatalogue,
  readSourceComments,
} from '../../src/engines';
import { ServiceError } from '../../src/errors';
import { type DataSourceTraits, type DataSourceType, findNameFault } from '../../src/model';
import { type CompletedTables, completeTables } from './complete-tables';
import { type DraftedSource, draftOntology, type DraftOptions, shownTables } from './draft-ontology';
import { AS_WRITTEN, SNAKE_CASE } from './ontology-name';
import { printDraft } from './print-draft';
import { openProber, type Verification } from './prober';
import { readPassword } from '../terminal/read-password';

/** The options of `ontology bootstrap`. `password` is false if the user has none. */
export interface BootstrapOptions {
  readonly name: string;
  readonly type: DataSourceType;
  readonly host?: string;
  readonly port?: string;
  readonly database?: string;
  readonly schema?: string;
  readonly user?: string;
  readonly password: boolean;
  readonly path?: string;
  readonly verify: Verification;
  readonly keepNames: boolean;
  readonly replace: boolean;
}

/** A draft, and the password with which the data source was read, which is not in the draft. */
export interface Bootstrapped {
  readonly script: string;
  readonly password?: string;
}

/** Returns the script of a first ontology over the tables of a data source, which is only read. */
export async function bootstrapOntology(options: BootstrapOptions): Promise<Bootstrapped> {
  const fault = findNameFault(options.name);
  if (fault !== undefined) throw new Error(`--name: ${fault}`);
  const source = describeSource(options);
  const { type } = source;
  const secrets = DATA_SOURCE_TYPES[type].hasPassword && options.password ? { password: await readPassword() } : {};
  const environment = readEnvironment();
  const given = new Map(Object.entries({ ...source.options, ...secrets }));
  const connection = { ontology: options.name, name: options.name, type, options: given };
  const { tables, ...found } = await withEngine(environment, connection, (engine) =>
    readTables(engine, source, { verification: options.verify, timeoutMs: environment.queryTimeoutMs }),
  );
  const draft = draftOntology(options.name, source, tables, {
    ...found,
    style: options.keepNames ? AS_WRITTEN : SNAKE_CASE,
    maskColumns: environment.maskColumns,
    orReplace: options.replace,
  });
  return { script: printDraft(draft), ...secrets };
}

function describeSource({ type, host, port, database, schema, user, path }: BootstrapOptions): DraftedSource {
  const given = new Map(Object.entries({ host, port, database, schema, user, path }));
  const { draftOptions, draftDefaults }: DataSourceTraits = DATA_SOURCE_TYPES[type];
  const options = draftOptions.map((option) => [option, need(given.get(option) ?? draftDefaults?.[option], option)]);
  return { type, options: Object.fromEntries(options) as Record<string, string> };
}

function need(value: string | undefined, option: string): string {
  if (value === undefined) throw new Error(`this type of data source needs --${option}`);
  return value;
}

/** Reads the tables, their comments, and the guesses that complete their keys. */
async function readTables(
  engine: Engine,
  source: DraftedSource,
  { verification, timeoutMs }: { readonly verification: Verification; readonly timeoutMs: number },
): Promise<CompletedTables & Pick<DraftOptions, 'comments'>> {
  const tables = shownTables(source, await readSourceCatalogue(engine, { timeoutMs }));
  if (tables.length === 0) throw new Error('the data source has no visible tables');
  const comments = await readSourceComments(engine, { timeoutMs });
  return { ...(await completeTables(tables, openProber(engine, verification))), comments };
}

async function withEngine<Result>(
  environment: Environment,
  connection: DataSourceConnection,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const engines = new EnginesService(environment);
  try {
    return await work(await engines.open(connection));
  } catch (error) {
    throw withCause(error);
  } finally {
    await engines.onApplicationShutdown();
  }
}

/** Adds the underlying error to the message: clients of the service must not see it, but the operator of the machine needs it. */
function withCause(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { cause, reason = isNativeError(cause) ? cause.message : undefined } = error.details;
  return reason === undefined ? error : new ServiceError(error.code, `${error.message}: ${reason}`, error.details);
}
