import { isNativeError } from 'node:util/types';
import { DATA_SOURCE_TYPES } from '../src/compiler/dialects';
import { type Environment, readEnvironment } from '../src/config';
import { type DataSourceConnection, type Engine, EnginesService } from '../src/engines';
import { ServiceError } from '../src/errors';
import { type DataSourceTraits, type DataSourceType, findNameFault } from '../src/model';
import { AS_WRITTEN, type DraftedSource, draftScript, SNAKE_CASE, type Verification } from '../src/ontologies';
import { readPassword } from './terminal/read-password';

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
  const given = giveOptions(options);
  const { type } = options;
  const secrets = DATA_SOURCE_TYPES[type].hasPassword && options.password ? { password: await readPassword() } : {};
  const environment = readEnvironment();
  const connection = { ontology: options.name, name: options.name, type, options: new Map([...given, ...Object.entries(secrets)]) }; // prettier-ignore
  const source: DraftedSource = { type, options: given.map(([name, value]) => ({ name: { name }, value })) };
  const script = await withEngine(environment, connection, (engine) =>
    draftScript(engine, {
      name: options.name,
      source,
      verification: options.verify,
      timeoutMs: environment.queryTimeoutMs,
      style: options.keepNames ? AS_WRITTEN : SNAKE_CASE,
      maskColumns: environment.maskColumns,
      orReplace: options.replace,
    }),
  );
  return { script, ...secrets };
}

/** Returns the options of the data source with their defaults, in printed order. */
function giveOptions({ type, host, port, database, schema, user, path }: BootstrapOptions): [string, string][] {
  const given = new Map(Object.entries({ host, port, database, schema, user, path }));
  const { draftOptions, draftDefaults }: DataSourceTraits = DATA_SOURCE_TYPES[type];
  return draftOptions.map((option) => [option, need(given.get(option) ?? draftDefaults?.[option], option)]);
}

function need(value: string | undefined, option: string): string {
  if (value === undefined) throw new Error(`this type of data source needs --${option}`);
  return value;
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
