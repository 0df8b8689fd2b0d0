import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { COMMAND } from '../../src/mysql-protocol/packets/protocol';
import { askMysql, connectMysql, type MysqlAnswer, refusalOf } from '../support/mysql-client';
import {
  answerOf,
  errorIn,
  framed,
  logInPayload,
  PLAIN_CAPABILITIES,
  RawMysql,
  type RawPacket,
} from '../support/raw-mysql';
import { type RunningService, startService } from '../support/service';
import { trials } from '../support/trials';
import { waitFor } from '../support/wait-for';

const MOST_CONNECTIONS = 1000;
const MALFORMED = 1835;

let service: RunningService;
let port: number;

beforeAll(async () => {
  service = await startService({
    DATABASE_URL: '',
    MYSQL_PORT: '0',
    HEADERS_TIMEOUT_MS: '700',
    REQUEST_TIMEOUT_MS: '700',
    QUERY_TIMEOUT_MS: '1500',
    MAX_BODY_BYTES: '100000',
  });
  port = service.mysqlPort!;
});
afterEach(async () => {
  // whatever a client has done, others are served
  const other = await connectMysql(service, { database: 'world' });
  expect((await askMysql(other, "SELECT name FROM city WHERE name = 'Suva'")).rows).toEqual([{ name: 'Suva' }]);
  await other.end();
});
afterAll(() => service.close());

const logIn = () => RawMysql.logIn(port, service.admin.name, service.token, 'world');
const query = (sql: string) => Buffer.concat([Buffer.from([COMMAND.query]), Buffer.from(sql)]);
const listed = async (): Promise<MysqlAnswer['rows']> => {
  const other = await connectMysql(service);
  const { rows } = await askMysql(other, 'SHOW PROCESSLIST');
  await other.end();
  return rows;
};

/** Reads the answer to a statement: its packets up to the last one, which is an error or ends the rows. */
async function answer(raw: RawMysql): Promise<readonly RawPacket[]> {
  const packets: RawPacket[] = [];
  for (;;) {
    const packet = await raw.next();
    if (packet === undefined) return packets;
    packets.push(packet);
    const [first] = packet.payload;
    const ends = first === 0xff || (packets.length === 1 ? first === 0 : first === 0xfe && packet.payload.length < 9);
    if (ends) return packets;
  }
}

describe('a client before its log-in', () => {
  it('is closed after any bytes, and at most an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, isFramed) => {
        const raw = await RawMysql.connect(port);
        await raw.next();
        raw.write(isFramed ? framed(Buffer.from(bytes), 1) : Buffer.from(bytes));
        raw.socket.end();
        const packets = await raw.rest();
        const expected = packets.every((packet) => errorIn(packet) !== undefined || packet.payload[0] === 0xfe);
        expect(expected).toBe(true);
      }),
      { numRuns: trials(600, { few: 30 }) },
    );
  }, 120_000);

  it.each<[string, () => Buffer, number]>([
    ['announces a packet of 16 MB', () => framed(Buffer.alloc(10), 1, 0xff_fffe), 1153],
    ['has the wrong number of a packet', () => framed(logInPayload('admin', Buffer.alloc(32)), 5), MALFORMED],
    ['sends a statement at once', () => framed(query('SELECT 1'), 0), MALFORMED],
    ['has an old protocol', () => framed(logInPayload('admin', Buffer.alloc(32), '', 0), 1), MALFORMED],
    ['sends an empty packet', () => framed(Buffer.alloc(0), 1), MALFORMED],
    ['has a name without an end', () => framed(Buffer.concat([logInPayload('', Buffer.alloc(0)).subarray(0, 32), Buffer.alloc(500, 'x')]), 1), MALFORMED],
    ['announces an answer that is longer than its packet', () => framed(Buffer.concat([logInPayload('', Buffer.alloc(0)).subarray(0, 32), Buffer.from('a\0\xfe\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1')]), 1), MALFORMED],
    ['answers with another length', () => framed(logInPayload('admin', Buffer.alloc(20)), 1), 1045],
    ['asks for TLS that is not configured', () => framed(tlsRequest(), 1), MALFORMED],
  ])('is refused and closed if it %s', async (_, bytes, errno) => {
    const raw = await RawMysql.connect(port);
    await raw.next();
    raw.write(bytes());
    expect((await raw.rest()).map(errorIn)).toEqual([errno]);
  }); // prettier-ignore

  it('is closed if it sends nothing, or not all of a packet', async () => {
    const [silent, slow] = [await RawMysql.connect(port), await RawMysql.connect(port)];
    slow.write(framed(logInPayload('admin', Buffer.alloc(32)), 1).subarray(0, 20));
    await Promise.all([silent.rest(), slow.rest()]);
  }, 5000);

  it('cannot use the answer of another connection', async () => {
    const raw = await RawMysql.connect(port);
    await raw.next();
    raw.send(logInPayload(service.admin.name, answerOf(service.token, Buffer.alloc(20, 1))), 1);
    expect((await raw.rest()).map(errorIn)).toEqual([1045]);
  });
});

describe('a client after its log-in', () => {
  it('receives an answer to any command with any bytes, or is closed', async () => {
    const commands = fc.oneof(fc.constantFrom(...Object.values(COMMAND)), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(commands, fc.uint8Array({ maxLength: 60 }), async (command, bytes) => {
        const raw = await logIn();
        raw.send(Buffer.concat([Buffer.from([command]), Buffer.from(bytes)]));
        raw.send(Buffer.from([COMMAND.quit]));
        await raw.rest();
      }),
      { numRuns: trials(1500, { few: 60 }) },
    );
  }, 240_000);

  it('goes on after packets for executions that make no sense', async () => {
    const raw = await logIn();
    raw.send(Buffer.concat([Buffer.from([COMMAND.prepare]), Buffer.from('SELECT ? AS a, ? AS b')]));
    const prepared = await raw.next();
    const described = prepared!.payload.readUInt16LE(5) + prepared!.payload.readUInt16LE(7);
    for (let count = 0; count < described; count++) await raw.next();
    const id = prepared!.payload.subarray(1, 5);
    const execution = (...rest: readonly number[]) => Buffer.concat([Buffer.from([COMMAND.execute]), id, Buffer.from([0, 1, 0, 0, 0, ...rest])]); // prettier-ignore
    raw.send(execution(0, 0));
    expect(errorIn(await raw.next())).toBe(1210);
    raw.send(execution(0, 1, 3, 0, 8, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0));
    expect((await answer(raw)).at(-2)?.payload.readInt32LE(2)).toBe(1);
    raw.send(Buffer.concat([Buffer.from([COMMAND.execute]), Buffer.from([9, 9, 9, 9, 0, 1, 0, 0, 0])]));
    expect(errorIn(await raw.next())).toBe(1243);
    raw.send(Buffer.from([COMMAND.fetch, 1, 0, 0, 0, 1, 0, 0, 0]));
    expect(errorIn(await raw.next())).toBeDefined();
    raw.send(execution(0, 1, 3, 0));
    expect((await raw.rest()).map(errorIn)).toEqual([MALFORMED]);
  });

  it('sends a statement in several packets, none of them longer than the limit', async () => {
    const raw = await logIn();
    raw.write(framed(Buffer.alloc(0xff_ffff), 0).subarray(0, 1000));
    expect((await raw.rest()).map(errorIn)).toEqual([1153]);
    const other = await logIn();
    other.send(query(`SELECT '${'x'.repeat(99_000)}' AS a`));
    expect((await answer(other)).some(({ payload }) => payload.length > 99_000)).toBe(true);
    other.send(query(`SELECT '${'x'.repeat(100_000)}' AS a`));
    expect((await other.rest()).map(errorIn)).toEqual([1153]);
  });

  it('cannot make the service keep many bytes', async () => {
    const client = await connectMysql(service, { database: 'world' });
    const long = 'x'.repeat(90_000);
    expect(await refusalOf(askMysql(client, `SET @a = '${long}'`))).toMatchObject({ errno: 1231 });
    const prepare = async (): Promise<void> => {
      for (let count = 0; count < 300; count++) await client.prepare(`SELECT '${long}' AS a${count}`);
    };
    expect(await refusalOf(prepare())).toMatchObject({ errno: 1153 });
    expect((await askMysql(client, 'SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
    client.destroy();
    const raw = await logIn();
    raw.send(Buffer.concat([Buffer.from([COMMAND.prepare]), Buffer.from('SELECT ? AS a')]));
    const id = (await raw.next())!.payload.subarray(1, 5);
    for (let count = 0; count < 300; count++)
      raw.send(Buffer.concat([Buffer.from([COMMAND.sendLongData]), id, Buffer.from([0, 0]), Buffer.from(long)]));
    raw.send(Buffer.concat([Buffer.from([COMMAND.execute]), id, Buffer.from([0, 1, 0, 0, 0, 0, 1, 0xfd, 0])]));
    const packets = [await raw.next(), await raw.next(), await raw.next()];
    expect(packets.map(errorIn)).toContain(1105);
    raw.close();
  }, 30_000);

  it('may send commands before their turn, and receives the answers in order', async () => {
    const raw = await logIn();
    for (let number = 1; number <= 50; number++) raw.send(query(`SELECT ${number} AS n`));
    const numbers: string[] = [];
    for (let number = 1; number <= 50; number++)
      numbers.push((await answer(raw)).at(-2)!.payload.subarray(1).toString());
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)));
    raw.close();
  });

  it('ends a statement by leaving', async () => {
    const raw = await logIn();
    raw.send(query('SELECT COUNT(*) AS n FROM city a, city b, city c WHERE a.name > b.name AND b.name > c.name'));
    await sleep(200);
    raw.close();
    await waitFor(async () => (await listed()).length === 1);
    await waitFor(async () => (await running()) === 0);
  }, 20_000);

  it('that does not read ends its statement, and costs little memory', async () => {
    const before = process.memoryUsage().rss;
    const clients = await Promise.all(Array.from({ length: 4 }, logIn));
    for (const raw of clients) {
      raw.socket.pause();
      raw.send(query('SELECT a.name AS a, b.name AS b FROM city a, country b'));
    }
    await sleep(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
    await waitFor(async () => (await listed()).filter((row) => row.Command === 'Query').length === 1);
    await waitFor(async () => (await running()) === 0);
    for (const raw of clients) raw.close();
    await waitFor(async () => (await listed()).length === 1);
  }, 40_000);

  it('is ended by its own user only', async () => {
    const raw = await logIn();
    raw.send(query('SELECT CONNECTION_ID() AS id'));
    const id = (await answer(raw)).at(-2)!.payload.subarray(1).toString();
    raw.send(query('SELECT COUNT(*) AS n FROM city a, city b, city c WHERE a.name > b.name AND b.name > c.name'));
    await sleep(100);
    const other = await connectMysql(service);
    await askMysql(other, `KILL QUERY ${id}`);
    expect((await answer(raw)).map(errorIn)).toEqual([1317]);
    raw.send(query('SELECT 1'));
    expect((await answer(raw)).map(errorIn)).not.toContain(1317);
    await askMysql(other, `KILL ${id}`);
    expect(await raw.rest()).toEqual([]);
    await other.end();
  });
});

it(`refuses more than ${MOST_CONNECTIONS} connections, and serves those it has`, async () => {
  const full = await startService({ MYSQL_PORT: '0', MYSQL_MAX_CONNECTIONS: String(MOST_CONNECTIONS) });
  const served = await connectMysql(full);
  const clients: RawMysql[] = [];
  for (let count = 1; count < MOST_CONNECTIONS; count++) clients.push(await RawMysql.connect(full.mysqlPort!));
  const greetings = await Promise.all(clients.map((raw) => raw.next()));
  expect(greetings.filter((packet) => errorIn(packet) !== undefined)).toEqual([]);
  const late = await RawMysql.connect(full.mysqlPort!);
  expect((await late.rest()).map(errorIn)).toEqual([1040]);
  expect((await askMysql(served, 'SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
  for (const raw of clients) raw.close();
  await waitFor(async () => (await connectMysql(full).catch(() => undefined))?.end().then(() => true));
  await served.end();
  await full.close();
}, 60_000);

function tlsRequest(): Buffer {
  const request = logInPayload('', Buffer.alloc(0), '', PLAIN_CAPABILITIES | 0x800);
  return request.subarray(0, 32);
}

/** Returns the number of statements that the data source of the demo runs. */
async function running(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const values = [...text.matchAll(/^ontology_data_source_connections_in_use\{[^}]*\} (\S+)$/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
