import { type Engine } from '../../src/engines';
import { rowPrinting } from '../../src/http';
import { type BoundValue, type CompiledQuery, type OutputColumn } from '../../src/model';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { runOnMariaDb } from '../support/mariadb';
import { describeWithMariaDb } from '../support/services';

const COLUMNS: readonly OutputColumn[] = [{ name: 'id', type: 'unknown' }, { name: 'text', type: 'unknown' }]; // prettier-ignore
const PRINTING = rowPrinting(COLUMNS, 'ndjson', true)!;
const integer = (value: number): BoundValue => ({ type: 'integer', text: String(value) });

const OPTIONS = { timeoutMs: 10_000 };

/** Returns the text of a result in pieces. */
type Read = (engine: Engine, query: CompiledQuery) => AsyncIterable<Buffer>;

async function* readPrinted(engine: Engine, query: CompiledQuery): AsyncGenerator<Buffer> {
  yield* (await engine.print!(query, PRINTING, OPTIONS)).printed;
}

async function* readCells(engine: Engine, query: CompiledQuery): AsyncGenerator<Buffer> {
  for await (const batch of (await engine.runFast!(query, OPTIONS)).batches) yield Buffer.from(PRINTING.print(batch));
}

function suite(read: Read): void {
  let test: TestEngine;
  beforeEach(async () => {
    test = await openMariaDbTestEngine('repeated', [
      'CREATE TABLE things (id INT PRIMARY KEY, text VARCHAR(200), other BLOB)',
      "INSERT INTO things SELECT seq, CONCAT('thing ', seq), 'other' FROM seq_1_to_30000",
    ]);
  });
  afterEach(() => test.drop());

  const query = (sql: string, ...parameters: readonly BoundValue[]): CompiledQuery => ({ dialect: 'mysql', sql, parameters, columns: COLUMNS, isPlainSelect: true }); // prettier-ignore
  const printed = async (asked: CompiledQuery, most = Infinity): Promise<string> => {
    const pieces: Buffer[] = [];
    for await (const piece of read(test.engine, asked)) {
      pieces.push(piece);
      if (pieces.length >= most) break;
    }
    return Buffer.concat(pieces).toString();
  };
  const lineOf = (id: number, text: string | null = `thing ${id}`): string => `${JSON.stringify({ id, text })}\n`;
  const change = (...statements: readonly string[]) =>
    runOnMariaDb(test.connection.options.get('database'), statements);
  const numberOf = async (sql: string): Promise<number> => Number((await rowsOf(test.engine, { ...query(sql), isPlainSelect: false }))[0]?.[0]); // prettier-ignore
  const connectionId = () => numberOf('SELECT CONNECTION_ID()');
  const count = (name: string) => numberOf(`SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = '${name}'`); // prettier-ignore

  const byId = (id: BoundValue): CompiledQuery => query('SELECT id, text FROM things WHERE id = ?', id);

  it('is prepared once and executed each time, whatever its values and its rows', async () => {
    const before = [await count('COM_STMT_PREPARE'), await count('COM_STMT_EXECUTE')] as const;
    for (const id of [1, 2, 0, 30_000, -1, 1]) {
      expect(await printed(byId(integer(id)))).toBe(id > 0 ? lineOf(id) : '');
    }
    expect(await printed(byId({ type: 'null', text: '' }))).toBe('');
    expect(await printed(byId({ type: 'string', text: '7' }))).toBe(lineOf(7));
    expect(await printed(byId({ type: 'double', text: '8' }))).toBe(lineOf(8));
    expect(await printed(byId({ type: 'integer', text: '18446744073709551616' }))).toBe('');
    // the statements that count are prepared and executed as well
    expect((await count('COM_STMT_PREPARE')) - before[0]).toBe(3);
    expect((await count('COM_STMT_EXECUTE')) - before[1]).toBe(12);
  });

  it('reads columns whose types, lengths or table names have changed', async () => {
    const id = await connectionId();
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2));
    await change('ALTER TABLE things MODIFY text TEXT CHARACTER SET latin1 FIRST', "UPDATE things SET text = 'zwölf' WHERE id = 2"); // prettier-ignore
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2, 'zwölf'));
    await change('ALTER TABLE things MODIFY text DECIMAL(9, 2)', 'UPDATE things SET text = 1.5') // prettier-ignore
      .catch(() => change('UPDATE things SET text = NULL', 'ALTER TABLE things MODIFY text DECIMAL(9, 2)', 'UPDATE things SET text = 1.5')); // prettier-ignore
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2, '1.50'));
    expect(await connectionId()).toBe(id);
  });

  it('returns to the driver when the type of a column becomes one that only the driver reads', async () => {
    const warm = Array.from({ length: 30 }, () => printed(byId(integer(2))));
    expect(new Set(await Promise.all(warm))).toEqual(new Set([lineOf(2)]));
    await change('ALTER TABLE things MODIFY text BLOB');
    for (let time = 0; time < 3; time++)
      expect(await printed(byId(integer(2)))).toBe(lineOf(2, Buffer.from('thing 2').toString('base64')));
  });

  it('fails with the error of the server, and frees its connection for the next statement', async () => {
    await change("CREATE FUNCTION refused(a INT) RETURNS INT BEGIN IF a > 1 THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1644; END IF; RETURN a; END"); // prettier-ignore
    const id = await connectionId();
    const asked = (value: number) => query('SELECT id, text FROM things WHERE id = refused(?)', integer(value));
    for (let time = 0; time < 2; time++) {
      expect(await printed(asked(1))).toBe(lineOf(1));
      await expect(printed(asked(2))).rejects.toMatchObject({ code: 'source_refused' });
    }
    expect(await connectionId()).toBe(id);
  });

  it('is retried on another connection when its own is dead', async () => {
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2));
    const id = await connectionId();
    await change(`KILL ${id}`);
    expect(await printed(byId(integer(3)))).toBe(lineOf(3));
    expect(await connectionId()).not.toBe(id);
  });

  it('is stopped when its reader stops, and returns all rows the next time', async () => {
    const all = query('SELECT id, text FROM things ORDER BY id');
    const whole = await printed(all);
    expect(whole.split('\n')).toHaveLength(30_001);
    for (let time = 0; time < 3; time++) {
      const begin = await printed(all, 1);
      expect(begin.length).toBeLessThan(whole.length);
      expect(whole.startsWith(begin)).toBe(true);
      expect(await printed(all)).toBe(whole);
    }
  });

  it('returns its rows to a hundred concurrent callers', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    for (let time = 0; time < 3; time++) {
      const lines = await Promise.all(ids.map((id) => printed(byId(integer(id)))));
      expect(lines).toEqual(ids.map((id) => lineOf(id)));
    }
  });

  it('is prepared again after its connection has kept too many others', async () => {
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2));
    for (let id = 1; id <= 60; id++)
      expect(await printed(query(`SELECT id, text FROM things WHERE id = ${id}`))).toBe(lineOf(id));
    expect(await count('COM_STMT_CLOSE')).toBeGreaterThan(10);
    for (let time = 0; time < 2; time++) expect(await printed(byId(integer(2)))).toBe(lineOf(2));
  });
}

describeWithMariaDb('a statement whose rows are printed again', () => {
  suite(readPrinted);
});
describeWithMariaDb('a statement whose cells are read again', () => {
  suite(readCells);
});
