import 'reflect-metadata';
import { resolve } from 'node:path';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  validateSync,
} from 'class-validator';
import { isNetwork } from './is-network';
import { isOrigin } from './is-origin';
import { keepSalt } from './keep-salt';
import { CACHE_URL_FORM, readCacheUrl } from './read-cache-url';
import { readDuration } from './read-duration';
import { VARIABLE_OF } from './variable-of';

const FLAGS: ReadonlyMap<string, boolean> = new Map([['true', true], ['false', false]]); // prettier-ignore
const MONTH = 30 * 86_400;
const LONGEST_TIMER = 2 ** 31 - 1;
const MOST_MEMORY = 2 ** 40;
/** No address: those have digits alone behind the last point. */
const HOST_NAME = /^(?:[a-z\d_-]+\.)*[a-z\d_-]*[a-z_-][a-z\d_-]*\.?$/i;

/** Every setting of the service (docs/settings.md), validated, with its default. */
export class Environment {
  readonly host: string = '127.0.0.1';

  /** 0 takes any free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly port: number = 3000;

  /** Processes that share the port. 1: this process alone. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(64)
  readonly workers: number = 1;

  @Matches(/^[a-z][a-z0-9_]{0,31}$/)
  readonly serviceName: string = 'svc';

  @Transform(({ value }: { value: string }) => resolve(value))
  readonly dataDir: string = resolve('data');

  /** Of the system database. Empty: an SQLite file in `dataDir`. */
  @Matches(/^(|sqlite:.+|mysql:\/\/[^/]+\/[^/?]+(\?.*)?)$/)
  readonly databaseUrl: string = '';

  /** As `readCacheUrl` reads it. Empty: metadata is cached in memory, and `clear_cache` has no backend. */
  @ValidateBy({
    name: 'isCacheUrl',
    validator: {
      validate: (url: string) => url === '' || readCacheUrl(url) !== undefined,
      defaultMessage: () => `$property must be ${CACHE_URL_FORM}`,
    },
  })
  readonly cacheUrl: string = '';

  /** Given, or made and kept by a demo start; keys are derived from it. */
  @ValidateIf((environment: Environment) => !environment.demo)
  @MinLength(16)
  readonly apiAuthSalt: string = '';

  @Transform(({ value }: { value: string }) => readList(value))
  readonly allowedConfigEnvs: readonly string[] = [];

  readonly adminUser: string = 'admin';

  /** Empty: none was given. */
  readonly adminPassword: string = '';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  readonly logLevel: string = 'info';

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LONGEST_TIMER)
  readonly queryTimeoutMs: number = 30_000;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly maxRows?: number;

  @Type(() => Number)
  @IsInt()
  @Min(1024)
  readonly maxBodyBytes: number = 4 * 2 ** 20;

  /** Within which the headers of a request must have arrived. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LONGEST_TIMER)
  readonly headersTimeoutMs: number = 10_000;

  /** Within which a request must have arrived, its body included. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LONGEST_TIMER)
  readonly requestTimeoutMs: number = 30_000;

  /** How long a connection is kept for its next request: longer than a load balancer in front keeps it. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LONGEST_TIMER)
  readonly keepAliveTimeoutMs: number = 72_000;

  /** How long an instance that stops goes on taking requests while its readiness tells load balancers to send none. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LONGEST_TIMER)
  readonly drainWaitMs: number = 5000;

  /** Within which an instance that stops must have answered what it has taken; the rest is broken off. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(LONGEST_TIMER)
  readonly drainTimeoutMs: number = 30_000;

  /** Hosts that data sources may lead to: names, addresses and networks. Empty: any. */
  @Transform(({ value }: { value: string }) => readList(value))
  @ValidateBy({
    name: 'isListOfHosts',
    validator: {
      validate: (hosts: readonly string[]) => hosts.every((host) => isNetwork(host) || HOST_NAME.test(host)),
      defaultMessage: () => '$property must be names of hosts, addresses and networks (10.0.0.0/8) with commas between',
    },
  })
  readonly allowedDataSourceHosts: readonly string[] = [];

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  readonly poolSize: number = 10;

  /** How long a data source that nobody asks stays open, and a connection that nobody uses. */
  @Type(() => Number)
  @IsInt()
  @Min(1000)
  @Max(LONGEST_TIMER)
  readonly dataSourceIdleMs: number = 300_000;

  /** Whether rows are printed from the packets of MySQL servers. */
  @Transform(({ value }: { value: string }) => FLAGS.get(value) ?? value)
  @IsIn([true, false])
  readonly mysqlPrintPackets: boolean = true;

  /** Whether a kept statement is executed by the service's own command; only with `mysqlPrintPackets`. */
  @Transform(({ value }: { value: string }) => FLAGS.get(value) ?? value)
  @IsIn([true, false])
  readonly mysqlRepeatExecutions: boolean = true;

  /** Whether rows are printed from the memory of DuckDB. */
  @Transform(({ value }: { value: string }) => FLAGS.get(value) ?? value)
  @IsIn([true, false])
  readonly duckdbReadMemory: boolean = true;

  /** How long the catalogue of a data source is believed. 0: it is not read. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly catalogueTtlMs: number = 300_000;

  /** Statement shapes whose plans are kept. 0: none. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(100_000)
  readonly planCacheSize: number = 1000;

  /** Memory for answers of ontologies with a `result_ttl`. 0: none is kept. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(MOST_MEMORY)
  readonly resultCacheBytes: number = 0;

  /** Entries of the audit log that are kept at least. 0: there is none. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  readonly auditLogRows: number = 100_000;

  /** Of one API key, or of one address where there is none. 0: no limit. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly rateLimitPerMinute: number = 0;

  /** Requests of one API key, or of one address where there is none, that are answered at once. 0: no limit. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly maxConcurrentPerKey: number = 0;

  /** Addresses and networks of the proxies in front, whose `X-Forwarded-For` is believed. Empty: nobody's is. */
  @Transform(({ value }: { value: string }) => readList(value))
  @ValidateBy({
    name: 'isListOfNetworks',
    validator: {
      validate: (networks: readonly string[]) => networks.every((network) => isNetwork(network)),
      defaultMessage: () => '$property must be addresses and networks (10.0.0.0/8) with commas between',
    },
  })
  readonly trustProxy: readonly string[] = [];

  /** Origins whose pages may ask from a browser. Empty: none. */
  @Transform(({ value }: { value: string }) => readList(value))
  @ValidateBy({
    name: 'isListOfOrigins',
    validator: {
      validate: (origins: readonly string[]) => origins.every((origin) => isOrigin(origin)),
      defaultMessage: () => '$property must be exact origins (https://app.example.org) with commas between, never *',
    },
  })
  readonly corsOrigins: readonly string[] = [];

  /** Parts of names, in lower case, that make a property sensitive. */
  @Transform(({ value }: { value: string }) => readList(value).map((part) => part.toLowerCase()))
  readonly maskColumns: readonly string[] =
    'email,e_mail,e-mail,password,passwd,secret,token,ssn,credit_card,iban'.split(',');

  @Transform(({ value }: { value: string }) => readDuration(value))
  @IsInt()
  @Min(1)
  readonly apiTokenTtlSeconds: number = MONTH;

  @IsOptional()
  @Transform(({ value }: { value: string }) => readDuration(value))
  @IsInt()
  @Min(1)
  readonly apiBearerTtlSeconds?: number;

  readonly nodeEnv: string = '';

  /** What `get_config` may show: the allowed variables that are set, by name. */
  readonly publishedVariables: ReadonlyMap<string, string> = new Map();

  get production(): boolean {
    return this.nodeEnv === 'production';
  }

  /** Started with no system database named, outside of production: sample data, and a salt made here where none is given. */
  get demo(): boolean {
    return this.databaseUrl === '' && !this.production;
  }
}

/** The settings in `source`; throws an Error that names each bad variable and shows no value. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const environment = plainToInstance(Environment, pickSettings(source));
  const problems = validateSync(environment, { stopAtFirstError: true }).flatMap(({ property, constraints }) =>
    Object.values(constraints ?? {}).map((message) => message.replace(property, variableOf(property))),
  );
  if (problems.length > 0) throw new Error(`bad settings: ${problems.join('; ')}`);
  return Object.assign(environment, {
    apiAuthSalt: environment.apiAuthSalt || keepSalt(environment.dataDir),
    publishedVariables: publishedVariables(environment.allowedConfigEnvs, source),
  });
}

/** An empty variable counts as not set, but for the one whose emptiness has a meaning. */
function pickSettings(source: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(VARIABLE_OF).flatMap(([field, variable]) => {
    const value = Object.hasOwn(source, variable) ? source[variable] : undefined;
    return value === undefined || (value === '' && variable !== 'MASK_COLUMNS') ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

function publishedVariables(names: readonly string[], source: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  return new Map(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name] ?? '']));
}

function variableOf(property: string): string {
  return new Map<string, string>(Object.entries(VARIABLE_OF)).get(property) ?? property;
}

function readList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
