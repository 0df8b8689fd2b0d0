import { rmSync } from 'node:fs';
import { Connection } from 'mysql2';
import { type Environment } from '../../src/config';
import { type Engine } from '../../src/engines';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { makeDataDir, openMariaDbTestEngine, OtherEngines, type TestEngine, writeDuckDb } from '../support/engines';
import { describeWithMariaDb } from '../support/services';

const COLUMNS: readonly OutputColumn[] = [{ name: 'n', type: 'integer' }, { name: 'text', type: 'string' }]; // prettier-ignore
const PRINTING = rowPrinting(COLUMNS, 'ndjson', true)!;
const OPTIONS = { timeoutMs: 20_000 };
const SELECT = { sql: 'SELECT n, t FROM things ORDER BY n', parameters: [], columns: COLUMNS, isPlainSelect: true };

/** Returns the rows as the engine prints them. */
async function printed(engine: Engine, query: CompiledQuery): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of (await engine.print!(query, PRINTING, OPTIONS)).printed) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Returns the rows printed from the values that the engine returns. */
async function printedFromValues(engine: Engine, query: CompiledQuery): Promise<string> {
  let text = '';
  for await (const batch of (await engine.run(query, OPTIONS)).batches) text += PRINTING.print(batch);
  return text;
}

describe('DUCKDB_READ_MEMORY', () => {
  const query: CompiledQuery = { ...SELECT, dialect: 'duckdb' };
  const dataDir = makeDataDir('fastpaths');
  const others = new OtherEngines(dataDir);
  const source = { ontology: 'o', name: 's', type: 'duckdb', options: new Map([['path', 'things.duckdb']]) } as const;
  beforeAll(() =>
    writeDuckDb(`${dataDir}/sources/things.duckdb`, [
      "CREATE TABLE things AS SELECT n, repeat('ä\"' || n, n % 700) AS t FROM range(4000) AS r(n)",
    ]),
  );
  afterAll(async () => {
    await others.close();
    rmSync(dataDir, { recursive: true });
  });

  it('false: engines of data sources and without tables print nothing from memory', async () => {
    const engines = others.with({ duckdbReadMemory: false });
    for (const engine of [await engines.open(source), await engines.openEmpty()])
      for (const way of ['print', 'printPage']) expect(engine).not.toHaveProperty(way);
  });

  it('returns the same rows switched on and off', async () => {
    const fast = await printed(await others.with({}).open(source), query);
    expect(fast.split('\n')).toHaveLength(4_001);
    expect(await printedFromValues(await others.with({ duckdbReadMemory: false }).open(source), query)).toBe(fast);
  });
});

describeWithMariaDb('MYSQL_PRINT_PACKETS and MYSQL_REPEAT_EXECUTIONS', () => {
  const query: CompiledQuery = { ...SELECT, dialect: 'mysql' };
  const others = new OtherEngines();
  const open = (settings: Partial<Environment>): Promise<Engine> => others.with(settings).open(test.connection);
  let test: TestEngine;
  beforeAll(async () => {
    test = await openMariaDbTestEngine('fastpaths', [
      'CREATE TABLE things (n INT PRIMARY KEY, t TEXT CHARACTER SET utf8mb4)',
      "INSERT INTO things SELECT seq, REPEAT(CONCAT('ä\"', seq), seq % 700) FROM seq_0_to_3999",
    ]);
  });
  afterAll(async () => {
    await others.close();
    await test.drop();
  });

  it('return the same rows switched on and off', async () => {
    const fast = await printed(await open({}), query);
    const plain = await open({ mysqlPrintPackets: false });
    for (const way of ['runFast', 'print', 'printPage']) expect(plain).not.toHaveProperty(way);
    expect(fast.split('\n')).toHaveLength(4_001);
    expect(await printedFromValues(plain, query)).toBe(fast);
  });

  it.each([
    [true, 1],
    [false, 3],
  ])('MYSQL_REPEAT_EXECUTIONS=%s: the driver runs %i of three equal statements', async (isOn, count) => {
    const engine = await open({ mysqlRepeatExecutions: isOn });
    const expected = await printedFromValues(test.engine, query);
    const execute = jest.spyOn(Object.getPrototypeOf(Connection.prototype) as { execute: () => unknown }, 'execute');
    try {
      for (let time = 0; time < 3; time++) expect(await printed(engine, query)).toBe(expected);
      const calls = execute.mock.calls as readonly (readonly unknown[])[];
      expect(calls.filter(([sql]) => sql === query.sql)).toHaveLength(count);
    } finally {
      execute.mockRestore();
    }
  });
});
