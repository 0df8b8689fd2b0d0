import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  validateSync,
} from 'class-validator';
import { DataSourceVariables, isVariableEntry, VARIABLES_FORM } from './data-source-variables';
import { Duration } from './duration';
import { Flag } from './flag';
import { HOST_NAME } from './host-name';
import { isNetwork } from './is-network';
import { isOrigin } from './is-origin';
import { type JwtIssuers, readJwtIssuers } from './jwt-settings';
import { MysqlSettings } from './mysql-settings';
import { keepSalt } from './keep-salt';
import { ListOf } from './list-of';
import { publishedVariables } from './published-variables';
import { CACHE_URL_FORM, readCacheUrl } from './read-cache-url';
import { readList } from './read-list';
import { readSecretFiles } from './read-secret-files';
import { VARIABLE_OF } from './variable-of';
import { WholeNumber } from './whole-number';

const MONTH = 30 * 86_400;
const LONGEST_TIMER = 2 ** 31 - 1;
const MOST_MEMORY = 2 ** 40;

/** Every setting of the service (docs/settings.md), validated, with its default. */
export class Environment extends MysqlSettings {
  readonly host: string = '127.0.0.1';

  /** 0 selects any free port. */
  @WholeNumber(0, 65_535)
  readonly port: number = 3000;

  /** Number of processes that share the port. 1: only this process. */
  @WholeNumber(1, 64)
  readonly workers: number = 1;

  @Matches(/^[a-z][a-z0-9_]{0,31}$/)
  readonly serviceName: string = 'svc';

  @Transform(({ value }: { value: string }) => resolve(value))
  readonly dataDir: string = resolve('data');

  /** The prefix of the paths of the service at its clients, which a proxy removes. Empty: none. */
  @Matches(/^(?:\/[\w.~-]{1,64}){0,8}$/)
  readonly basePath: string = '';

  /** URL of the system database. Empty: an SQLite file in `dataDir`. */
  @Matches(/^(|sqlite:.+|(?:mysql|postgres|postgresql):\/\/[^/]+\/[^/?]+(\?.*)?)$/)
  readonly databaseUrl: string = '';

  /** URL that `readCacheUrl` accepts. Empty: metadata is cached in memory, and `clear_cache` has no backend. */
  @ValidateBy({
    name: 'isCacheUrl',
    validator: {
      validate: (url: string) => url === '' || readCacheUrl(url) !== undefined,
      defaultMessage: () => `$property must be ${CACHE_URL_FORM}`,
    },
  })
  readonly cacheUrl: string = '';

  /** Configured, or generated and stored by a demo start; keys derive from it. */
  @ValidateIf((environment: Environment) => !environment.demo)
  @MinLength(16)
  readonly apiAuthSalt: string = '';

  /** The salt before `apiAuthSalt`, while there are secrets and bearer tokens that were made with it. Empty: none. */
  @ValidateIf((environment: Environment) => environment.apiAuthSaltPrevious !== '')
  @MinLength(16)
  readonly apiAuthSaltPrevious: string = '';

  @Transform(({ value }: { value: string }) => readList(value))
  readonly allowedConfigEnvs: readonly string[] = [];

  readonly adminUser: string = 'admin';

  /** Empty: not configured. */
  readonly adminPassword: string = '';

  /** The least number of characters of a new password. */
  @WholeNumber(1, 128)
  readonly passwordMinLength: number = 12;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  readonly logLevel: string = 'info';

  @IsIn(['json', 'pretty'])
  readonly logFormat: 'json' | 'pretty' = 'json';

  @WholeNumber(1, LONGEST_TIMER)
  readonly queryTimeoutMs: number = 30_000;

  /** Duration from which a statement for a data source is logged. 0: none is. */
  @WholeNumber(0, LONGEST_TIMER)
  readonly slowStatementMs: number = 0;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly maxRows?: number;

  @Type(() => Number)
  @IsInt()
  @Min(1024)
  readonly maxBodyBytes: number = 4 * 2 ** 20;

  /** Time within which the headers of a request must arrive. */
  @WholeNumber(1, LONGEST_TIMER)
  readonly headersTimeoutMs: number = 10_000;

  /** Time within which a request must arrive, including its body. */
  @WholeNumber(1, LONGEST_TIMER)
  readonly requestTimeoutMs: number = 30_000;

  /** Time for which a connection is kept open for its next request: longer than a load balancer in front keeps it. */
  @WholeNumber(1, LONGEST_TIMER)
  readonly keepAliveTimeoutMs: number = 72_000;

  /** Time for which a stopping instance accepts requests while its readiness makes load balancers send none. */
  @WholeNumber(0, LONGEST_TIMER)
  readonly drainWaitMs: number = 5000;

  /** Time within which a stopping instance must answer accepted requests; the rest are aborted. */
  @WholeNumber(0, LONGEST_TIMER)
  readonly drainTimeoutMs: number = 30_000;

  /** Hosts to which data sources may connect: names, IP addresses and networks. Empty: any. */
  @ListOf((host) => isNetwork(host) || HOST_NAME.test(host), 'host names, IP addresses and networks (10.0.0.0/8)')
  readonly allowedDataSourceHosts: readonly string[] = [];

  /** Environment variables that data sources may name for their secrets, with or without a host. Empty: none. */
  @ListOf(isVariableEntry, VARIABLES_FORM)
  readonly dataSourceEnvs: readonly string[] = [];

  @WholeNumber(1, 1000)
  readonly poolSize: number = 10;

  /** Time for which an unused data source, or an unused connection, stays open. */
  @WholeNumber(1000, LONGEST_TIMER)
  readonly dataSourceIdleMs: number = 300_000;

  /** Whether rows are printed from the packets of MySQL servers. */
  @Flag()
  readonly mysqlPrintPackets: boolean = true;

  /** Whether the service executes prepared statements with its own command, not the driver's; only with `mysqlPrintPackets`. */
  @Flag()
  readonly mysqlRepeatExecutions: boolean = true;

  /** Whether rows are printed from the messages of PostgreSQL servers. */
  @Flag()
  readonly postgresqlPrintMessages: boolean = true;

  /** Whether PostgreSQL servers keep statements with short answers prepared, under names. */
  @Flag()
  readonly postgresqlKeepStatements: boolean = true;

  /** Whether rows are printed from the memory of DuckDB. */
  @Flag()
  readonly duckdbReadMemory: boolean = true;

  /** Time for which the catalogue of a data source is cached. 0: it is not read. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly catalogueTtlMs: number = 300_000;

  /** What happens to mappings that do not fit their tables, where the ontology does not say so. */
  @IsIn(['refuse', 'warn', 'off'])
  readonly checkMappings: string = 'refuse';

  /** Number of statement shapes whose plans are cached. 0: none. */
  @WholeNumber(0, 100_000)
  readonly planCacheSize: number = 1000;

  /** Bytes of memory for responses of ontologies with a `result_ttl`. 0: none are cached. */
  @WholeNumber(0, MOST_MEMORY)
  readonly resultCacheBytes: number = 0;

  /** Minimum number of entries of the audit log that are kept. 0: none are written. */
  @WholeNumber(0, 1_000_000)
  readonly auditLogRows: number = 100_000;

  /** Requests per minute of one API key, or of one IP address without a valid key. 0: no limit. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly rateLimitPerMinute: number = 0;

  /** Concurrent requests of one API key, or of one IP address without a valid key. 0: no limit. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly maxConcurrentPerKey: number = 0;

  /** IP addresses and networks of the proxies whose `X-Forwarded-For` is trusted. Empty: none. */
  @ListOf(isNetwork, 'IP addresses and networks (10.0.0.0/8)')
  readonly trustProxy: readonly string[] = [];

  /** Origins whose pages may send requests from a browser. Empty: none. */
  @ListOf(isOrigin, 'exact origins (https://app.example.org), not *')
  readonly corsOrigins: readonly string[] = [];

  /** Whether bodies are compressed where the client accepts it. */
  @Flag()
  readonly compressResponses: boolean = true;

  /** Whether Fastify passes filters to their handlers without Nest's chain of promises. */
  @Flag()
  readonly directRoutes: boolean = true;

  /** Parts of names, in lower case, that make a property sensitive. */
  @Transform(({ value }: { value: string }) => readList(value).map((part) => part.toLowerCase()))
  readonly maskColumns: readonly string[] =
    'email,e_mail,e-mail,password,passwd,secret,token,ssn,credit_card,iban'.split(',');

  @Duration()
  readonly apiTokenTtlSeconds: number = MONTH;

  @IsOptional()
  @Duration()
  readonly apiBearerTtlSeconds?: number;

  /** Whether the console, the page in which people look at ontologies and query them, is served. */
  @IsIn(['on', 'off'])
  readonly console: 'on' | 'off' = 'on';

  /** Whether agents may use the Model Context Protocol. */
  @Flag()
  readonly mcp: boolean = true;

  /** Whether clients may send statements as the bodies of requests (docs/text-interface.md). */
  @Flag()
  readonly textInterface: boolean = true;

  /** The folder of asynchronous answers, which all instances share. Empty: a folder in `dataDir`. */
  readonly asyncResultDir: string = '';

  /** Time for which an asynchronous answer waits for its client. */
  @Duration()
  readonly asyncResultTtlSeconds: number = 3600;

  /** The greatest size of an asynchronous answer. 0: there are none. */
  @WholeNumber(0, MOST_MEMORY)
  readonly asyncResultBytes: number = 256 * 2 ** 20;

  /** The time-out of statements with an asynchronous answer. */
  @WholeNumber(1, LONGEST_TIMER)
  readonly asyncTimeoutMs: number = 600_000;

  /** Whether a valid JWT of an unknown user creates the user. */
  @Flag()
  readonly jwtCreateUsers: boolean = false;

  /** The roles that the claims of a JWT may contain. Empty: none. */
  @Transform(({ value }: { value: string }) => readList(value))
  readonly jwtRoles: readonly string[] = [];

  readonly nodeEnv: string = '';

  /** The commit of which the service was built, for the metrics. Empty: not known. */
  @Matches(/^[\w.-]{0,64}$/)
  readonly buildCommit: string = '';

  /** The variables that `get_config` may return, by name: those that are allowed and set. */
  readonly publishedVariables: ReadonlyMap<string, string> = new Map();

  /** Who issues JWTs. Empty: JWTs are not accepted. */
  readonly jwtIssuers: JwtIssuers = new Map();

  /** The variables that `dataSourceEnvs` lists. */
  readonly dataSourceVariables: DataSourceVariables = new DataSourceVariables();

  get asyncFolder(): string {
    return resolve(this.asyncResultDir || join(this.dataDir, 'async'));
  }

  get production(): boolean {
    return this.nodeEnv === 'production';
  }

  /**
   * Whether this is a demo: no system database is configured, outside of production. A demo has sample data, and generates a salt if none
   * is configured.
   */
  get demo(): boolean {
    return this.databaseUrl === '' && !this.production;
  }
}

/** Returns the settings in `source`; throws an error that names each invalid variable and contains no value. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const secrets = readSecretFiles(source);
  const environment = plainToInstance(Environment, { ...pickSettings(source), ...secrets.settings });
  const invalid = validateSync(environment).map(({ property, constraints = {} }) => {
    const message = constraints.isInt ?? Object.values(constraints)[0] ?? property;
    return message.replace(property, variableOf(property));
  });
  const dataSourceVariables = new DataSourceVariables(environment.dataSourceEnvs, source);
  const jwt = readJwtIssuers(source);
  const unsafe = [
    ...secrets.problems,
    ...jwt.problems,
    ...dataSourceVariables.findProblems(environment.allowedConfigEnvs),
  ];
  const problems = unsafe.length > 0 ? unsafe : invalid;
  if (problems.length > 0) throw new Error(`invalid settings: ${problems.join('; ')}`);
  return Object.assign(environment, {
    apiAuthSalt: environment.apiAuthSalt || keepSalt(environment.dataDir),
    publishedVariables: publishedVariables(environment.allowedConfigEnvs, source),
    dataSourceVariables,
    jwtIssuers: jwt.issuers,
  });
}

/** Returns the variables that are set, by setting. An empty variable counts as not set, except where the empty string has a meaning. */
function pickSettings(source: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(VARIABLE_OF).flatMap(([field, variable]) => {
    const value = Object.hasOwn(source, variable) ? source[variable] : undefined;
    return value === undefined || (value === '' && variable !== 'MASK_COLUMNS') ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

function variableOf(property: string): string {
  return new Map<string, string>(Object.entries(VARIABLE_OF)).get(property) ?? property;
}
