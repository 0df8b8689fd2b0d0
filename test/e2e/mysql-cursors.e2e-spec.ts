import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { TokensService } from '../../src/auth';
import { OpenConnections } from '../../src/http';
import { COMMAND, STATUS } from '../../src/mysql-protocol/packets/protocol';
import { getToken, makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { askMysql, connectMysql } from '../support/mysql-client';
import { answerOf, errorIn, PLAIN_CAPABILITIES, RawMysql } from '../support/raw-mysql';
import { askRaw, CURSOR, fetchAll, prepareRaw, raw, type RawAnswer, statusOf } from '../support/raw-statements';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, MARIADB_URL } from '../support/services';
import { trials } from '../support/trials';
import { waitFor } from '../support/wait-for';

const WITHOUT_EOF = 0x100_0000;
/** MariaDB notes in addition that a statement used no index. */
const COMPARED_STATUS = 0xffff & ~0x20;
const CITIES = 135_233;
const EVERY_CITY = 'SELECT city_id, name FROM city';
const errorOf = ({ end }: RawAnswer) => errorIn({ sequence: 0, payload: end });

describeWithMariaDb('the answers to commands for cursors, next to those of MariaDB', () => {
  const SQL = ['SELECT id, name FROM item WHERE id < 5 ORDER BY id', 'SELECT id FROM item WHERE id < 0', 'SELECT id, name FROM item ORDER BY id', 'SET @a = 1'] as const; // prettier-ignore
  const [FOUR, NONE, ALL, SET] = [0, 1, 2, 3];
  let service: RunningService;
  let database: MariaDbDatabase;
  beforeAll(async () => {
    [service, database] = [await startService({ MYSQL_PORT: '0' }), await createMariaDbDatabase('cursors')];
    await database.run([
      'CREATE TABLE item (id BIGINT PRIMARY KEY, name VARCHAR(50))',
      "INSERT INTO item SELECT seq, IF(seq % 5, CONCAT('ä', seq), NULL) FROM seq_1_to_1500",
    ]);
    const options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    const script = `CREATE ONTOLOGY items; CREATE DATASOURCE s TYPE mysql OPTIONS (${options}); CREATE CONCEPT item (id bigint, name string, PRIMARY KEY (id)); CREATE MAPPING m INTO (item) AS SELECT id AS id, name AS name FROM item`;
    rowsOf(await new Client(service.api, service.token).sql(script, { ontology: 'system' }));
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** A command: for the statement with this place, or for none. */
  type Step = readonly ['execute' | 'fetch', number, number] | readonly ['reset' | 'close', number] | readonly ['resetConnection' | 'query' | 'fetchUnknown'] | readonly ['prepare', number]; // prettier-ignore

  async function play(client: RawMysql, steps: readonly Step[], hasEof: boolean): Promise<readonly unknown[]> {
    const answers: unknown[] = [];
    const ids: number[] = [];
    for (const sql of SQL) ids.push(await prepareRaw(client, sql, hasEof));
    for (const [kind, place = 0, number = 0] of steps) {
      const id = ids[place]!;
      if (kind === 'prepare') ids[place] = await prepareRaw(client, SQL[place]!, hasEof);
      else if (kind === 'close') client.send(raw.close(id));
      else {
        const payload = {
          execute: () => raw.execute(id, number),
          fetch: () => raw.fetch(id, number),
          reset: () => raw.reset(id),
          resetConnection: () => Buffer.from([COMMAND.resetConnection]),
          query: () => raw.query("SELECT 'between' AS a"),
          fetchUnknown: () => raw.fetch(99_999, 1),
        }[kind]();
        answers.push([kind, place, number, compared(await askRaw(client, payload, hasEof))]);
      }
    }
    client.close();
    return answers;
  }

  /** Returns what both servers must send: neither how columns are described nor the messages of errors. */
  function compared({ columns, rows, end }: RawAnswer): unknown {
    const ending =
      end[0] === 0xff
        ? end.subarray(0, 9).toString('latin1')
        : [end[0], end.length, end[0] === 0xfe ? statusOf(end) & COMPARED_STATUS : 0];
    return [columns.length, rows.map((row) => row.toString('hex')), ending];
  }

  async function expectSame(steps: readonly Step[], hasEof: boolean): Promise<void> {
    const capabilities = hasEof ? PLAIN_CAPABILITIES & ~WITHOUT_EOF : PLAIN_CAPABILITIES;
    const own = await RawMysql.logIn(service.mysqlPort!, service.admin.name, service.token, 'items', capabilities);
    const other = await RawMysql.logInPlainly(MARIADB_URL, database.name, capabilities);
    expect(await play(own, steps, hasEof)).toEqual(await play(other, steps, hasEof));
  }

  describe.each([
    ['without EOF packets', false],
    ['with EOF packets', true],
  ])('%s', (_, hasEof) => {
    it.each<[string, readonly Step[]]>([
      ['fetch in parts', [['execute', FOUR, CURSOR], ['fetch', FOUR, 3], ['fetch', FOUR, 3], ['fetch', FOUR, 3]]],
      ['fetch exactly all rows', [['execute', FOUR, CURSOR], ['fetch', FOUR, 2], ['fetch', FOUR, 2], ['fetch', FOUR, 2], ['fetch', FOUR, 2]]],
      ['fetch no rows, and as many as possible', [['execute', FOUR, CURSOR], ['fetch', FOUR, 0], ['fetch', FOUR, 0xffff_ffff], ['fetch', FOUR, 1]]],
      ['have no rows', [['execute', NONE, CURSOR], ['fetch', NONE, 1], ['fetch', NONE, 1]]],
      ['return no rows', [['execute', SET, CURSOR], ['fetch', SET, 1]]],
      ['have no cursor', [['fetch', FOUR, 1], ['execute', FOUR, 0], ['fetch', FOUR, 1], ['fetchUnknown']]],
      ['wish for other cursors', [2, 3, 4, 5, 0x80].flatMap((flags): Step[] => [['execute', FOUR, flags], ['fetch', FOUR, 1]])],
      ['are reset', [['execute', FOUR, CURSOR], ['fetch', FOUR, 1], ['reset', FOUR], ['fetch', FOUR, 1]]],
      ['are closed', [['execute', FOUR, CURSOR], ['close', FOUR], ['fetch', FOUR, 1], ['reset', FOUR]]],
      ['are executed again', [['execute', FOUR, CURSOR], ['fetch', FOUR, 1], ['execute', FOUR, CURSOR], ['fetch', FOUR, 1], ['execute', FOUR, 0], ['fetch', FOUR, 1]]],
      ['end with their session', [['execute', FOUR, CURSOR], ['resetConnection'], ['fetch', FOUR, 1], ['execute', FOUR, CURSOR]]],
      ['alternate', [['execute', FOUR, CURSOR], ['execute', ALL, CURSOR], ['fetch', ALL, 600], ['query'], ['fetch', FOUR, 2], ['prepare', NONE], ['fetch', ALL, 600], ['execute', NONE, 0], ['fetch', ALL, 600], ['fetch', FOUR, 2]]],
    ])('are the same for statements that %s', async (_title, steps) => expectSame(steps, hasEof)); // prettier-ignore
  });

  it('are the same for commands in any order', async () => {
    const place = fc.nat(SQL.length - 1);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constant('execute' as const), place, fc.constantFrom(0, CURSOR)) },
      { weight: 8, arbitrary: fc.tuple(fc.constant('fetch' as const), place, fc.constantFrom(0, 1, 2, 4, 5, 700, 1500)) }, // prettier-ignore
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('reset' as const, 'close' as const, 'prepare' as const), place) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('resetConnection' as const, 'query' as const)) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), expectSame),
      { numRuns: trials(300, { few: 25 }) },
    );
  }, 240_000); // prettier-ignore
});

describe('cursors of clients', () => {
  const IDLE_MS = 3000;
  let service: RunningService;
  let hasty: RunningService;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
    hasty = await startService({ DATABASE_URL: '', MYSQL_PORT: '0', QUERY_TIMEOUT_MS: String(IDLE_MS) });
  }, 60_000);
  afterEach(async () => {
    for (const each of [service, hasty]) await waitFor(async () => (await running(each)) === 0);
  });
  afterAll(async () => {
    await service.close();
    await hasty.close();
  });

  const logIn = (to = service) => RawMysql.logIn(to.mysqlPort!, to.admin.name, to.token, 'world');
  const open = async (client: RawMysql, sql: string): Promise<number> => {
    const id = await prepareRaw(client, sql);
    const answer = await askRaw(client, raw.execute(id, CURSOR));
    expect([answer.rows, errorOf(answer)]).toEqual([[], undefined]);
    return id;
  };
  /** Returns what the audit log has of a statement. */
  const audited = async (sql: string, { api, token } = service) => {
    const admin = new Client(api, token);
    const entries = await admin.select('SELECT statement, row_count, outcome, protocol FROM svc.sys_audit', { ontology: 'system' });
    return entries.filter(({ statement }) => statement === sql).map(({ row_count, outcome, protocol }) => [row_count, outcome, protocol]);
  }; // prettier-ignore

  /** Returns the number of statements that data sources run. */
  async function running({ url } = service): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const values = [...text.matchAll(/^ontology_data_source_connections_in_use\{[^}]*\} (\S+)$/gm)];
    return values.reduce((sum, [, value]) => sum + Number(value), 0);
  }

  it.each([1000, 100_000, 0xffff_ffff])(
    'send the rows of the statement, %s at a time',
    async (most) => {
      const client = await logIn();
      const id = await prepareRaw(client, EVERY_CITY);
      const { rows } = await askRaw(client, raw.execute(id));
      await askRaw(client, raw.execute(id, CURSOR));
      const fetched = await fetchAll(client, id, most);
      expect(fetched).toHaveLength(CITIES);
      expect(Buffer.concat(fetched).equals(Buffer.concat(rows))).toBe(true);
      client.close();
    },
    60_000,
  );

  it('read small results at once, which then need nothing of the data source, and note them once', async () => {
    const client = await logIn();
    const sql = 'SELECT name FROM country AS read_at_once';
    const id = await open(client, sql);
    expect(await running()).toBe(0);
    const [[rows]] = (await audited(sql)) as [[number]];
    expect(await audited(sql)).toEqual([[rows, 'success', 'mysql']]);
    expect(await fetchAll(client, id, 50)).toHaveLength(rows);
    expect(await audited(sql)).toHaveLength(1);
    const { rows: found } = await askRaw(client, raw.query('SELECT FOUND_ROWS() AS n'));
    expect(found[0]!.subarray(1).toString()).toBe(String(rows));
    client.close();
  });

  it('note a large result once, after its last row', async () => {
    const client = await logIn();
    const sql = 'SELECT city_id, name FROM city AS large';
    const id = await open(client, sql);
    await askRaw(client, raw.fetch(id, 10));
    expect([await running(), await audited(sql)]).toEqual([1, []]);
    await fetchAll(client, id, 10_000);
    expect([await running(), await audited(sql)]).toEqual([0, [[CITIES, 'success', 'mysql']]]);
    client.close();
  }, 20_000);

  it('go on while a client fetches slowly, but in time', async () => {
    const client = await logIn(hasty);
    const id = await open(client, EVERY_CITY);
    for (let count = 0; count < 4; count++) {
      await sleep(IDLE_MS / 2);
      expect((await askRaw(client, raw.fetch(id, 10))).rows).toHaveLength(10);
    }
    expect(await running(hasty)).toBe(1);
    client.close();
  }, 20_000);

  it('may wait for any time once all their rows are read', async () => {
    const client = await logIn(hasty);
    const id = await open(client, 'SELECT name FROM country');
    await sleep(IDLE_MS + 500);
    expect((await fetchAll(client, id, 50)).length).toBeGreaterThan(100);
    client.close();
  }, 20_000);

  it('are closed when nothing is fetched within the time-out of statements', async () => {
    const client = await logIn(hasty);
    const sql = 'SELECT city_id, name FROM city AS forgotten';
    const id = await open(client, sql);
    await waitFor(async () => (await running(hasty)) === 0);
    expect(await audited(sql, hasty)).toMatchObject([[expect.any(Number), 'source_timed_out', 'mysql']]);
    expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(3024);
    expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(1421);
    await askRaw(client, raw.execute(id, CURSOR));
    expect((await askRaw(client, raw.fetch(id, 1))).rows).toHaveLength(1);
    client.close();
  }, 20_000);

  it('are not opened when the statement takes too long', async () => {
    const client = await logIn(hasty);
    const id = await prepareRaw(client, 'SELECT COUNT(*) AS n FROM city a, city b, city c WHERE a.name > b.name AND b.name > c.name'); // prettier-ignore
    expect(errorOf(await askRaw(client, raw.execute(id, CURSOR)))).toBe(3024);
    expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(1421);
    client.close();
  }, 20_000);

  it('are at most eight for a connection', async () => {
    const client = await logIn();
    const ids: number[] = [];
    for (let count = 0; count < 8; count++) ids.push(await open(client, 'SELECT name FROM country'));
    const next = await prepareRaw(client, 'SELECT name FROM country');
    expect(errorOf(await askRaw(client, raw.execute(next, CURSOR)))).toBe(1226);
    expect((await askRaw(client, raw.execute(next))).rows.length).toBeGreaterThan(0);
    expect(errorOf(await askRaw(client, raw.execute(ids[0]!, CURSOR)))).toBeUndefined();
    await askRaw(client, raw.reset(ids[1]!));
    expect(errorOf(await askRaw(client, raw.execute(next, CURSOR)))).toBeUndefined();
    client.close();
  });

  it.each<[string, string, (client: RawMysql, id: number) => Promise<unknown>]>([
    ['a reset of the statement', 'success', (client, id) => askRaw(client, raw.reset(id))],
    ['the end of the statement', 'success', async (client, id) => {
      client.send(raw.close(id));
      await askRaw(client, raw.query("SELECT 'afterwards' AS a"));
    }],
    ['a reset of the connection', 'success', (client) => askRaw(client, Buffer.from([COMMAND.resetConnection]))],
    ['another log-in', 'success', async (client) => {
      client.send(Buffer.concat([Buffer.from([COMMAND.changeUser]), Buffer.from(`${service.admin.name}\0\0world\0`)]));
      const { payload, sequence } = (await client.next())!;
      const nonce = payload.subarray(payload.indexOf(0) + 1, payload.indexOf(0) + 21);
      client.send(answerOf(service.token, nonce), sequence + 1);
      await client.next();
      expect((await client.next())?.payload[0]).toBe(0);
    }],
    ['the client that leaves', 'broken_off', async (client) => {
      await Promise.resolve();
      client.close();
    }],
    ['the client that quits', 'broken_off', async (client) => {
      client.send(Buffer.from([COMMAND.quit]));
      await client.rest();
    }],
  ])('are closed by %s', async (title, outcome, close) => {
    const client = await logIn();
    const sql = `SELECT city_id, name FROM city AS ${title.replaceAll(/\W/g, '_')}`;
    const id = await open(client, sql);
    expect(await running()).toBe(1);
    await close(client, id);
    await waitFor(async () => (await running()) === 0);
    expect(await audited(sql)).toEqual([[expect.any(Number), outcome, 'mysql']]);
    client.close();
  }); // prettier-ignore

  it('are closed by KILL QUERY and by KILL', async () => {
    const [client, other] = [await logIn(), await connectMysql(service)];
    const { rows } = await askRaw(client, raw.query('SELECT CONNECTION_ID() AS id'));
    const connection = rows[0]!.subarray(1).toString();
    for (const [kill, sql] of [[`KILL QUERY ${connection}`, 'SELECT city_id, name FROM city AS first'], [`KILL ${connection}`, 'SELECT city_id, name FROM city AS second']] as const) {
      const small = await open(client, 'SELECT name FROM country');
      const id = await open(client, sql);
      await askMysql(other, kill);
      await waitFor(async () => (await running()) === 0);
      expect(await audited(sql)).toEqual([[expect.any(Number), 'killed', 'mysql']]);
      if (!kill.startsWith('KILL QUERY')) continue;
      expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(1317);
      expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(1421);
      expect((await askRaw(client, raw.fetch(small, 1))).rows).toHaveLength(1);
    }
    expect(await client.rest()).toEqual([]);
    await other.end();
  }, 20_000); // prettier-ignore

  it('hold their places among the concurrent statements of a token until their rows are read', async () => {
    const limited = await startService({ DATABASE_URL: '', MYSQL_PORT: '0', MAX_CONCURRENT_PER_KEY: '2' });
    try {
      const client = await logIn(limited);
      const ids = [await open(client, EVERY_CITY), await open(client, 'SELECT name FROM country')];
      expect(errorOf(await askRaw(client, raw.query('SELECT 1 AS a')))).toBeUndefined();
      const third = await open(client, EVERY_CITY);
      expect(errorOf(await askRaw(client, raw.query('SELECT 1 AS a')))).toBe(1226);
      expect((await askRaw(client, raw.fetch(ids[0]!, 5))).rows).toHaveLength(5);
      await fetchAll(client, ids[0]!, 50_000);
      expect(errorOf(await askRaw(client, raw.query('SELECT 1 AS a')))).toBeUndefined();
      await askRaw(client, raw.reset(third));
      const [again, last] = [await open(client, EVERY_CITY), ids[1]!];
      expect((await askRaw(client, raw.fetch(last, 5))).rows).toHaveLength(5);
      await fetchAll(client, again, 50_000);
      client.close();
    } finally {
      await limited.close();
    }
  }, 60_000);

  it('end with a token that is revoked', async () => {
    const { admin, api, salt } = service;
    const token = await getToken(api, makeBearer(admin.name, admin.password, salt));
    const client = await logIn({ ...service, token });
    const id = await open(client, EVERY_CITY);
    await service.app.get(TokensService, { strict: false }).revokeToken(token);
    expect(errorOf(await askRaw(client, raw.fetch(id, 1)))).toBe(1045);
    expect(await client.rest()).toEqual([]);
  });

  it('end when the instance drains', async () => {
    const draining = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
    try {
      const [idle, fetching] = [await logIn(draining), await logIn(draining)];
      await open(idle, EVERY_CITY);
      const id = await open(fetching, EVERY_CITY);
      const connections = draining.app.get(OpenConnections, { strict: false });
      connections.endAfterAnswers();
      expect(errorOf(await askRaw(fetching, raw.fetch(id, 1)))).toBe(1053);
      expect(await fetching.rest()).toEqual([]);
      connections.endIdle();
      expect(await idle.rest()).toEqual([]);
      await waitFor(async () => !/connections_in_use\{[^}]*\} [1-9]/.test(await (await fetch(`${draining.url}/metrics`)).text())); // prettier-ignore
    } finally {
      await draining.close();
    }
  }, 60_000);

  it('answer commands that make no sense with errors', async () => {
    const client = await logIn();
    const id = await open(client, EVERY_CITY);
    client.send(raw.fetch(id, 1).subarray(0, 6));
    expect((await client.rest()).map(errorIn)).toEqual([1835]);
    const flags = await logIn();
    expect(statusOf((await askRaw(flags, raw.execute(await prepareRaw(flags, 'SELECT 1 AS a'), CURSOR))).end) & STATUS.cursorExists).not.toBe(0); // prettier-ignore
    flags.close();
  });
});
