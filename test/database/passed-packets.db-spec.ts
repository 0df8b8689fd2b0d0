import { COMMAND } from '../../src/mysql-protocol/packets/protocol';
import { PacketStream } from '../../src/mysql-protocol/packets/packet-stream';
import { Client } from '../support/client';
import { defineSource } from '../support/define-source';
import { errorIn, RawMysql } from '../support/raw-mysql';
import { askRaw, CURSOR, fetchAll, prepareRaw, raw } from '../support/raw-statements';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';

const TABLES = [
  `CREATE TABLE item (id INTEGER PRIMARY KEY, big BIGINT, huge BIGINT UNSIGNED, price DECIMAL(20, 4), whole DECIMAL(12, 0), rate DOUBLE, part FLOAT, name VARCHAR(200) CHARACTER SET utf8mb4, old VARCHAR(200) CHARACTER SET latin1, day DATE, at_time TIME(3), moment DATETIME(6), flag TINYINT, bytes VARBINARY(20), doc JSON)`,
  `INSERT INTO item SELECT seq, seq * 9007199254740993 % 9007199254740, 18446744073709551615 - seq, seq / 7, -seq, seq / 3, seq / 10, REPEAT(CONCAT('ä€😀', seq), seq % 9), 'é', '2024-02-29', IF(seq % 3, '08:30:00', '-101:00:00.5'), IF(seq % 2, '2024-02-29 12:30:00', '1999-12-31 00:00:00.000100'), seq % 2, UNHEX('00ff'), '{"a": 1}' FROM seq_1_to_1500`,
  'INSERT INTO item (id) VALUES (1501)',
];
const SCRIPT = `CREATE CONCEPT item (id integer, big bigint, huge bigint, price decimal(20,4), whole integer, rate double, part float, name string, old string, day date, at_time time, moment timestamp, flag boolean, bytes string, doc string, PRIMARY KEY (id));
  CREATE MAPPING m INTO (item) AS SELECT id AS id, big AS big, huge AS huge, price AS price, whole AS whole, rate AS rate, part AS part, name AS name, old AS old, day AS day, at_time AS at_time, moment AS moment, flag AS flag, bytes AS bytes, doc AS doc FROM item`;

/** Statements, and whether their rows are packed. */
const STATEMENTS: readonly (readonly [sql: string, isPacked: boolean])[] = [
  ['SELECT id, big, price, rate, part, name, old, day, at_time, moment, flag, doc FROM item WHERE id < 1100 ORDER BY id', true],
  ['SELECT id, name FROM item ORDER BY id', true],
  ['SELECT id, name FROM item WHERE id = 77', true],
  ['SELECT id, name FROM item WHERE id = -1', false],
  ['SELECT * FROM item ORDER BY id', false],
  ['SELECT id, huge FROM item ORDER BY id', false],
  ['SELECT id, whole FROM item ORDER BY id', false],
  ['SELECT id + 1 AS a, CONCAT(name, id) AS b FROM item ORDER BY id', true],
  ['SELECT COUNT(*) AS n, SUM(big) AS s FROM item', false],
  ['SELECT nam FROM item', false],
]; // prettier-ignore

interface Side {
  readonly service: RunningService;
  readonly raw: RawMysql;
  readonly drop: () => Promise<void>;
}

async function openSide(isOn: boolean): Promise<Side> {
  const service = await startService({ MYSQL_PORT: '0', MAX_ROWS: '1200', MYSQL_PASS_PACKETS: String(isOn) });
  const ontology = `passed_packets_${isOn ? 'on' : 'off'}`;
  const drop = await defineSource(service, 'mysql', { ontology, tables: TABLES, script: SCRIPT });
  const raw = await RawMysql.logIn(service.mysqlPort!, service.admin.name, service.token, ontology);
  return { service, raw, drop };
}

/** Returns the packets of one answer, with the name of the database left out. */
async function answerOf(raw: RawMysql, command: Buffer): Promise<readonly string[]> {
  raw.send(command);
  const packets: string[] = [];
  for (let isOver = false; !isOver;) {
    const packet = (await raw.next())!;
    const { payload, sequence } = packet;
    isOver = errorIn(packet) !== undefined || (payload[0] === 0xfe && payload.length < 10);
    packets.push(`${sequence} ${payload.toString('latin1').replace(/.passed_packets_(on|off)/s, '')}`);
  }
  return packets;
}

const withText = (command: number, text: string): Buffer => Buffer.concat([Buffer.from([command]), Buffer.from(text)]);

/** Returns the packets of a prepared statement without parameters. */
async function execute(client: RawMysql, sql: string): Promise<readonly string[]> {
  const id = await prepareRaw(client, sql).catch((error: unknown) => String(error));
  if (typeof id === 'string') return [id];
  const packets = await answerOf(client, raw.execute(id));
  client.send(raw.close(id));
  return packets;
}

/** Returns the rows of a prepared statement without parameters, so many at a time; undefined: all at once, without a cursor. */
async function fetchRows(client: RawMysql, sql: string, most?: number): Promise<readonly (readonly string[])[]> {
  const id = await prepareRaw(client, sql);
  const { columns, rows } = await askRaw(client, raw.execute(id, most === undefined ? 0 : CURSOR));
  const fetched = most === undefined ? rows : await fetchAll(client, id, most);
  client.send(raw.close(id));
  return [columns, fetched].map((packets) => packets.map((packet) => packet.toString('latin1')));
}

describeWithMariaDb('MYSQL_PASS_PACKETS', () => {
  let [on, off]: readonly Side[] = [];
  beforeAll(async () => {
    [on, off] = [await openSide(true), await openSide(false)];
  }, 60_000);
  afterAll(async () => {
    for (const side of [on, off]) {
      side?.raw.close();
      await side?.service.close();
      await side?.drop();
    }
  });

  it.each(STATEMENTS)('sends the same packets switched on and off, as text and prepared: %s', async (sql, isPacked) => {
    const passed = jest.spyOn(PacketStream.prototype, 'writeRows');
    try {
      for (const ask of [(raw: RawMysql) => answerOf(raw, withText(COMMAND.query, sql)), (raw: RawMysql) => execute(raw, sql)]) {
        const expected = await ask(off!.raw);
        expect(passed).not.toHaveBeenCalled();
        for (let time = 0; time < 3; time++) expect(await ask(on!.raw)).toEqual(expected);
        expect(passed.mock.calls.length > 0).toBe(isPacked);
        passed.mockClear();
      }
    } finally {
      passed.mockRestore();
    }
  }); // prettier-ignore

  it.each(STATEMENTS.filter(([sql]) => !sql.includes('nam ')))('sends the same rows to cursors: %s', async (sql) => {
    for (const { raw: client } of [on!, off!]) {
      const expected = await fetchRows(client, sql);
      for (const most of [1, 499, 500, 501, 2000]) expect(await fetchRows(client, sql, most)).toEqual(expected);
    }
  });

  it('counts the same rows in the audit log and for the session, and notes rows beyond MAX_ROWS', async () => {
    const found = [];
    for (const { raw, service } of [on!, off!]) {
      for (const sql of ['SELECT id AS counted FROM item', 'SELECT FOUND_ROWS() AS n'])
        found.push(await answerOf(raw, withText(COMMAND.query, sql)));
      const admin = new Client(service.api, service.token);
      const audited = "SELECT row_count, outcome FROM svc.sys_audit WHERE statement = 'SELECT id AS counted FROM item'";
      const entries = await admin.select(audited, { ontology: 'system' });
      expect(entries).toEqual([{ row_count: 1200, outcome: 'success' }]);
    }
    expect(found.slice(0, 2)).toEqual(found.slice(2));
    expect(found[0]).toHaveLength(1200 + 3);
  });
});
