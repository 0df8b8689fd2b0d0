import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { Client, type Row, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createDatabase, type Database } from '../support/define-source';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { STORED_TYPES, storedConcepts, storedTables } from '../support/stored-values';
import { shareOf, trials } from '../support/trials';

const ONTOLOGY = 'shown';
/** Else the first and the last value of each type in the gate; in `npm test` the last one, in a fifth of the ways, with one order of pages. */
const EVERY = process.env.ASKED_BACK_FULL !== undefined;
const TIMEOUT_MS = EVERY ? 600_000 : 60_000;
const ENDS = Math.min(2, trials(2, { few: 1 }));
const IN_EVERY_WAY = EVERY || ENDS > 1;
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const listed = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A way to ask for a row, with the function that does so. */
type Way = readonly [how: string, ask: () => Promise<readonly Row[]>];

/** Asks for what an answer showed in every way that there is, and lists the ways that did not give just that row. */
class AskedBack {
  readonly wrong: string[] = [];
  asked = 0;

  constructor(
    private readonly client: Client,
    private readonly index: number,
    private readonly native: string,
  ) {}

  async all(): Promise<void> {
    const { index } = this;
    const rows = await this.sql(`SELECT entity_id, entity_label, k${index} AS k, n FROM c${index} ORDER BY n`);
    const ends = [...rows.slice(0, 1), ...rows.slice(-1)];
    for (const row of EVERY ? rows : ends.slice(-ENDS)) await this.one(row);
    const orders = [`k${index}`, `-k${index}`, 'entity_id'];
    for (const order of IN_EVERY_WAY ? orders : [orders[index % 3]!]) await this.pages(order, rows);
    const pairs = await this.sql(`SELECT entity_id, n FROM p${index}`);
    for (const row of IN_EVERY_WAY ? pairs : pairs.slice(-1)) {
      const id = String(row.entity_id);
      await this.expectRow(`key of two ${id}`, row.n, () => this.sql(`SELECT n FROM p${index} WHERE entity_id = ${quoted(id)}`));
      await this.expectRow(`URL key of two ${id}`, row.n, () => this.url(`p${index}`, 'entity_id', 'in', listed(id)));
    }
  } // prettier-ignore

  private async one({ entity_id: id, k: cell, n, entity_label: label }: Row): Promise<void> {
    const { index } = this;
    const text = String(cell);
    const [key, own] = [quoted(text), quoted(String(id))];
    const select = `SELECT n FROM c${index} WHERE`;
    const statements = [
      `${select} k${index} = ${key}`,
      `${select} ${key} = k${index}`,
      `${select} k${index} IN (${key}, ${key})`,
      `${select} k${index} <=> ${key}`,
      `${select} k${index} >= ${key} AND k${index} <= ${key}`,
      `${select} k${index} BETWEEN ${key} AND ${key}`,
      `${select} NOT k${index} <> ${key}`,
      `${select} k${index} NOT IN (SELECT x.k${index} FROM c${index} x WHERE x.k${index} <> ${key})`,
      `${select} entity_id = ${own}`,
      `${select} entity_id IN (${own}, 'nothing like it')`,
      `${select} entity_label = ${quoted(String(label))}`,
      `SELECT n FROM h${index} WHERE \`of${index}[c${index}].k${index}\` = ${key}`,
      `SELECT n FROM h${index} WHERE \`of${index}[c${index}].entity_id\` = ${own}`,
      `SELECT c.n FROM c${index} c JOIN h${index} h ON h.k${index} = c.k${index} WHERE h.k${index} = ${key}`,
      `WITH w AS (SELECT k${index}, n FROM c${index}) SELECT n FROM w WHERE k${index} = ${key}`,
      `SELECT MAX(n) AS n FROM c${index} GROUP BY k${index} HAVING k${index} = ${key}`,
      ...(typeof cell === 'number' ? [`${select} k${index} = ${cell}`] : []),
    ];
    const ways: readonly Way[] = [
      ...statements.map((statement): Way => [statement, () => this.sql(statement)]),
      [`URL eq ${text}`, () => this.url(`c${index}`, `k${index}`, 'eq', text)],
      [`URL in ${text}`, () => this.url(`c${index}`, `k${index}`, 'in', listed(text))],
      [`URL id eq ${String(id)}`, () => this.url(`c${index}`, 'entity_id', 'eq', String(id))],
      [`URL id in ${String(id)}`, () => this.url(`c${index}`, 'entity_id', 'in', listed(String(id)))],
      [`nested ${text}`, () => this.nested(`has${index}[h${index}].k${index}`, text)],
    ];
    const fifth = [...shareOf(ways, index), ...shareOf(ways, index + 5)];
    for (const [how, ask] of IN_EVERY_WAY ? ways : fifth) await this.expectRow(how, n, ask);
  } // prettier-ignore

  private async nested(path: string, text: string): Promise<readonly Row[]> {
    const { index } = this;
    const rows = await this.url(`c${index}`, path, 'eq', text, `&_select_=n,${path}`, { nested: 'true' });
    const related = rows[0]?.[`has${index}`] as readonly Row[] | undefined;
    return related?.length === 1 && String(related[0]?.[`k${index}`]) === text ? rows : [{ n: related }];
  }

  /** Pages of one row, each by the cursor of the one before. */
  private async pages(order: string, rows: readonly Row[]): Promise<void> {
    this.asked++;
    const seen: unknown[] = [];
    let after = '';
    for (let page = 0; page <= rows.length; page++) {
      const { body, text } = await this.client.get(`q/${ONTOLOGY}/concept/c${this.index}?_select_=n&_order_=${order}&_limit_=1&_typed_=true${after}`);
      if (body.status !== 'success') seen.push(text);
      else seen.push(...(body.data as readonly Row[]).map(({ n }) => n));
      if (typeof body.next !== 'string') break;
      after = `&_after_=${body.next}`;
    }
    const expected = rows.map(({ n }) => n);
    if (seen.toSorted((a, b) => Number(a) - Number(b)).join() !== expected.join()) this.wrong.push(`${this.native} pages by ${order}: ${seen.join()}`);
  } // prettier-ignore

  private sql(statement: string): Promise<readonly Row[]> {
    return this.client.select(statement, { ontology: ONTOLOGY });
  }

  private async url(
    concept: string,
    subject: string,
    operator: string,
    value: string,
    more = '&_select_=n',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly Row[]> {
    const where = `_subj_=${encodeURIComponent(subject)}&_op_=${operator}&_comp_=${encodeURIComponent(value)}`;
    const answer = await this.client.get(`q/${ONTOLOGY}/concept/${concept}?${where}${more}&_typed_=true`, headers);
    const rows = rowsOf(answer);
    const again = await this.client.sql(answer.body.executed_query ?? '', { ontology: ONTOLOGY, headers });
    return JSON.stringify(again.body.data) === JSON.stringify(rows) ? rows : [{ n: `other rows by ${answer.body.executed_query ?? ''}` }];
  } // prettier-ignore

  private async expectRow(how: string, n: unknown, ask: () => Promise<readonly Row[]>): Promise<void> {
    this.asked++;
    const found = await ask().then(
      (rows) => rows.map((row) => JSON.stringify(row.n)).join(),
      (error: unknown) => String(error),
    );
    if (found !== JSON.stringify(n)) this.wrong.push(`${this.native}: ${how}: ${found} for ${String(n)}`);
  }
}

function asksBack(dialect: DialectName, open: (service: RunningService) => Promise<string>): void {
  let service: RunningService;
  let client: Client;

  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
    client = new Client(service.api, service.token);
    const source = await open(service);
    const script = `CREATE ONTOLOGY ${ONTOLOGY}; CREATE DATASOURCE d ${source}; ${storedConcepts(dialect)}`;
    rowsOf(await client.sql(script, { ontology: 'system' }));
  }, 60_000);
  afterAll(() => service.close());

  it.each(STORED_TYPES[dialect].map(({ native }, index) => [native, index] as const))(
    'finds rows by the values that answers show: %s',
    async (native, index) => {
      const asked = new AskedBack(client, index, native);
      await asked.all();
      expect(asked.wrong).toEqual([]);
      expect(asked.asked).toBeGreaterThan(IN_EVERY_WAY ? 15 * ENDS : 5);
    },
    TIMEOUT_MS,
  );
}

describe('values of answers as filters on DuckDB', () => {
  asksBack('duckdb', async (service) => {
    const sources = join(service.dataDir, 'sources');
    mkdirSync(sources, { recursive: true });
    await writeDuckDb(join(sources, 'shown.duckdb'), storedTables('duckdb'));
    return "TYPE duckdb OPTIONS (path = 'shown.duckdb')";
  });
});

describeWithMariaDb('values of answers as filters on MariaDB', () => {
  let database: MariaDbDatabase;
  asksBack('mysql', async () => {
    database = await createMariaDbDatabase('asked_back');
    await database.run(storedTables('mysql'));
    const options = [...database.options].map(([name, value]) => `${name} = ${quoted(value)}`);
    return `TYPE mysql OPTIONS (${options.join(', ')})`;
  });
  afterAll(() => database.drop());
});

describeWithPostgreSql('values of answers as filters on PostgreSQL', () => {
  let database: Database | undefined;
  asksBack('postgresql', async () => {
    database = await createDatabase('postgresql', 'asked_back');
    await database?.run(storedTables('postgresql'));
    const options = [...(database?.options ?? [])].map(([name, value]) => `${name} = ${quoted(value)}`);
    return `TYPE postgresql OPTIONS (${options.join(', ')})`;
  });
  afterAll(() => database?.drop());
});
