import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type RowDataPacket } from 'mysql2/promise';
import { getToken, makeBearer } from './bearer';
import { Client, rowsOf } from './client';
import { KeepAliveClient } from './keep-alive-client';
import { createMariaDbDatabase, type MariaDbDatabase, withConnection } from './mariadb';
import {
  makeServiceFolder,
  PASSWORD,
  SALT,
  type ServiceProcess,
  startServiceProcess,
  sweepUp,
} from './service-process';

/** An engine below an attacked service, and its ontology with the concepts `payload`, whose rows contain every value, and `person`. */
export interface AttackedOntology {
  readonly engine: 'DuckDB' | 'MariaDB';
  readonly name: string;
  /** For the id of a row, the ids of the rows whose strings the engine compares as equal; the engine was queried without the service. */
  readonly equals: ReadonlyMap<number, ReadonlySet<number>>;
}

export interface AttackedService {
  readonly url: string;
  readonly adminToken: string;
  readonly readerToken: string;
  readonly ontologies: readonly AttackedOntology[];
  /** A client that may query everything and change nothing. */
  readonly reader: KeepAliveClient;
  /** Strings that must not occur in responses or in the log: names of the physical schema, folders, keys, passwords. */
  readonly secrets: readonly string[];
  readonly log: () => string;
  readonly close: () => Promise<void>;
}

const READER = { name: 'reader', password: 'zq-reader-password' };
const AWAY = 'zq-away-password';
const CONCURRENCY = 8;
const MAIL = 'zq_mailbox';
const FILE = 'zq_vault.duckdb';
const SETTINGS = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_MINUTE: '100000000',
  QUERY_TIMEOUT_MS: '3000',
  ALLOWED_CONFIG_ENVS_IN_API: 'REGION',
  REGION: 'eu-west',
};

/** Returns a script of the physical schema for both engines, with the string type of each. */
const tables = (text: string): readonly string[] => [
  `CREATE TABLE zq_vault (zq_key INTEGER PRIMARY KEY, zq_text ${text})`,
  `CREATE TABLE zq_people (zq_id INTEGER PRIMARY KEY, zq_name VARCHAR(50), zq_mail VARCHAR(50), zq_hush VARCHAR(50), zq_city VARCHAR(50), zq_born DATE, zq_age INTEGER)`,
  `INSERT INTO zq_people VALUES (1, 'Ana', 'ana@${MAIL}', '${MAIL}1', 'Oslo', '1990-01-01', 30), (2, 'Ben', 'ben@${MAIL}', '${MAIL}2', 'Rome', '1980-02-29', 40)`,
];

const script = (ontology: string, source: string): string => `CREATE ONTOLOGY \`${ontology}\`;
CREATE DATASOURCE \`vault\` ${source};
CREATE PROPERTY \`secret\` string WITH TAGS (\`classification\` = 'PII');
CREATE CONCEPT \`payload\` (\`id\` integer, \`text\` string, PRIMARY KEY (\`id\`), LABEL (\`text\`));
CREATE MAPPING \`map_payload\` INTO (\`payload\`) AS SELECT \`zq_key\` AS \`id\`, \`zq_text\` AS \`text\` FROM \`zq_vault\`;
CREATE CONCEPT \`person\` (\`id\` integer, \`name\` string, \`email\` string, \`secret\` string, \`city\` string, \`born\` date, \`age\` integer, PRIMARY KEY (\`id\`), LABEL (\`name\`));
CREATE MAPPING \`map_person\` INTO (\`person\`) AS SELECT \`zq_id\` AS \`id\`, \`zq_name\` AS \`name\`, \`zq_mail\` AS \`email\`, \`zq_hush\` AS \`secret\`, \`zq_city\` AS \`city\`, \`zq_born\` AS \`born\`, \`zq_age\` AS \`age\` FROM \`zq_people\`;
CREATE VIEW \`payloads\` AS SELECT \`id\`, \`text\` FROM \`payload\`;
CREATE VIEW \`v\` AS SELECT \`entity_id\` FROM \`person\``;

/** Starts the service in a separate process over both engines, whose tables contain `values` by their index. */
export async function openAttackedService(values: readonly string[]): Promise<AttackedService> {
  const folder = makeServiceFolder();
  const database = await createMariaDbDatabase('attack');
  let service: ServiceProcess | undefined;
  const close = async (): Promise<void> => {
    await sweepUp(folder, service);
    await database.drop();
  };
  try {
    mkdirSync(join(folder, 'sources'));
    const ontologies: readonly AttackedOntology[] = [
      { engine: 'DuckDB', name: 'attack_duckdb', equals: await fillDuckDb(join(folder, 'sources', FILE), values) },
      { engine: 'MariaDB', name: 'attack_mariadb', equals: await fillMariaDb(database, values) },
    ];
    service = await startServiceProcess(folder, SETTINGS);
    const adminToken = await service.issueToken();
    await defineOntologies(new Client(service.api, adminToken), database);
    const readerToken = await getToken(service.api, makeBearer(READER.name, READER.password, SALT));
    return {
      url: service.url,
      adminToken,
      readerToken,
      ontologies,
      reader: new KeepAliveClient(service.url, { 'x-api-key': readerToken }, CONCURRENCY),
      secrets: [folder, database.name, 'zq_', adminToken, readerToken, SALT, PASSWORD, READER.password, AWAY],
      log: service.log,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function defineOntologies(admin: Client, database: MariaDbDatabase): Promise<void> {
  const options = [...database.options].map(([key, value]) => `${key} = '${value}'`).join(', ');
  const statements = [
    script('attack_duckdb', `TYPE duckdb OPTIONS (path = '${FILE}')`),
    script('attack_mariadb', `TYPE mysql OPTIONS (${options})`),
    script('attack_away', `TYPE mysql OPTIONS (host = '127.0.0.1', port = '1', database = 'zq_away', user = 'zq_user', password = '${AWAY}')`), // prettier-ignore
    `CREATE USER \`${READER.name}\` PASSWORD '${READER.password}'; GRANT QUERY ON ALL TO USER \`${READER.name}\``,
  ];
  for (const statement of statements) rowsOf(await admin.sql(statement, { ontology: 'system' }));
}

const EQUAL = 'SELECT a.zq_key, b.zq_key FROM zq_vault a JOIN zq_vault b ON a.zq_text = b.zq_text';

async function fillDuckDb(file: string, values: readonly string[]): Promise<AttackedOntology['equals']> {
  const instance = await DuckDBInstance.create(file);
  try {
    const connection = await instance.connect();
    for (const statement of tables('VARCHAR')) await connection.run(statement);
    const appender = await connection.createAppender('zq_vault');
    for (const [id, value] of values.entries()) {
      appender.appendInteger(id);
      appender.appendVarchar(value);
      appender.endRow();
    }
    appender.closeSync();
    const pairs = (await connection.runAndReadAll(EQUAL)).getRows();
    connection.disconnectSync();
    return groupPairs(pairs);
  } finally {
    instance.closeSync();
  }
}

async function fillMariaDb(database: MariaDbDatabase, values: readonly string[]): Promise<AttackedOntology['equals']> {
  await database.run(tables('MEDIUMTEXT'));
  return withConnection(database.name, async (connection) => {
    for (const [id, value] of values.entries())
      await connection.execute('INSERT INTO zq_vault VALUES (?, ?)', [id, value]);
    const [pairs] = await connection.query<RowDataPacket[][]>({ sql: EQUAL, rowsAsArray: true });
    return groupPairs(pairs);
  });
}

function groupPairs(pairs: Iterable<ArrayLike<unknown>>): AttackedOntology['equals'] {
  const groups = new Map<number, Set<number>>();
  for (const pair of pairs) {
    const [left, right] = [Number(pair[0]), Number(pair[1])];
    groups.set(left, (groups.get(left) ?? new Set()).add(right));
  }
  return groups;
}
