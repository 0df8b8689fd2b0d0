import { isNativeError } from 'node:util/types';
import { DATA_SOURCE_TYPES } from '../../src/compiler/dialects';
import { readEnvironment } from '../../src/config';
import { type DataSourceConnection, EnginesService, readSourceCatalogue } from '../../src/engines';
import { ServiceError } from '../../src/errors';
import { type DataSourceType, findNameFault, type SourceTable } from '../../src/model';
import { type DraftedSource, draftOntology } from './draft-ontology';
import { printDraft } from './print-draft';
import { readPassword } from '../terminal/read-password';

/** The options of `ontology bootstrap`. `password` is false if the user has none. */
export interface BootstrapOptions {
  readonly name: string;
  readonly type: DataSourceType;
  readonly host: string;
  readonly port: string;
  readonly database?: string;
  readonly user?: string;
  readonly password: boolean;
  readonly path?: string;
}

/** Returns the script of a first ontology over the tables of a data source, which is only read. */
export async function bootstrapOntology(options: BootstrapOptions): Promise<string> {
  const fault = findNameFault(options.name);
  if (fault !== undefined) throw new Error(`--name: ${fault}`);
  const source = describeSource(options);
  const secrets =
    DATA_SOURCE_TYPES[options.type].hasPassword && options.password ? { password: await readPassword() } : {};
  const tables = await readTables({
    ontology: options.name,
    name: options.name,
    type: source.type,
    options: new Map(Object.entries({ ...source.options, ...secrets })),
  });
  if (tables.length === 0) throw new Error('the data source shows no tables');
  return printDraft(draftOntology(options.name, source, tables));
}

function describeSource({ type, host, port, database, user, path }: BootstrapOptions): DraftedSource {
  const given = new Map(Object.entries({ host, port, database, user, path }));
  const options = DATA_SOURCE_TYPES[type].draftOptions.map((option) => [option, need(given.get(option), option)]);
  return { type, options: Object.fromEntries(options) as Record<string, string> };
}

function need(value: string | undefined, option: string): string {
  if (value === undefined) throw new Error(`this type of data source needs --${option}`);
  return value;
}

async function readTables(connection: DataSourceConnection): Promise<readonly SourceTable[]> {
  const environment = readEnvironment();
  const engines = new EnginesService(environment);
  try {
    return await readSourceCatalogue(await engines.open(connection), { timeoutMs: environment.queryTimeoutMs });
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
