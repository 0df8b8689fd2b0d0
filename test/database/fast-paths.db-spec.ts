import { rmSync } from 'node:fs';
import { Connection } from 'mysql2';
import { type Environment } from '../../src/config';
import { type Engine, type EnginesService } from '../../src/engines';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { makeDataDir, makeEngines, openMariaDbTestEngine, type TestEngine, writeDuckDb } from '../support/engines';
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
  const opened: EnginesService[] = [];
  const open = (settings: Partial<Environment>): EnginesService => {
    const engines = makeEngines(dataDir, settings);
    opened.push(engines);
    return engines;
  };
  const source = { ontology: 'o', name: 's', type: 'duckdb', options: new Map([['path', 'things.duckdb']]) } as const;
  beforeAll(() =>
    writeDuckDb(`${dataDir}/sources/things.duckdb`, [
      "CREATE TABLE things AS SELECT n, repeat('ä\"' || n, n % 700) AS t FROM range(4000) AS r(n)",
    ]),
  );
  afterAll(async () => {
    for (const engines of opened) await engines.onApplicationShutdown();
    rmSync(dataDir, { recursive: true });
  });

  it('false: engines of data sources and without tables print nothing from memory', async () => {
    const engines = open({ duckdbReadMemory: false });
    for (const engine of [await engines.open(source), await engines.openEmpty()])
      for (const way of ['print', 'printPage']) expect(engine).not.toHaveProperty(way);
  });

  it('returns the same rows switched on and off', async () => {
    const fast = await printed(await open({}).open(source), query);
    expect(fast.split('\n')).toHaveLength(4_001);
    expect(await printedFromValues(await open({ duckdbReadMemory: false }).open(source), query)).toBe(fast);
  });
});

describeWithMariaDb('MYSQL_PRINT_PACKETS and MYSQL_REPEAT_EXECUTIONS', () => {
  const query: CompiledQuery = { ...SELECT, dialect: 'mysql' };
  const opened: EnginesService[] = [];
  let test: TestEngine;
  const open = (settings: Partial<Environment>): Promise<Engine> => {
    const engines = makeEngines('', settings);
    opened.push(engines);
    return engines.open(test.connection);
  };
  beforeAll(async () => {
    test = await openMariaDbTestEngine('fastpaths', [
      'CREATE TABLE things (n INT PRIMARY KEY, t TEXT CHARACTER SET utf8mb4)',
      "INSERT INTO things SELECT seq, REPEAT(CONCAT('ä\"', seq), seq % 700) FROM seq_0_to_3999",
    ]);
  });
  afterAll(async () => {
    for (const engines of opened) await engines.onApplicationShutdown();
    await test.drop();
  });

  it('return the same rows switched on and off', async () => {
    const fast = await printed(await open({}), query);
    const plain = await open({ mysqlPrintPackets: false });
    for (const way of ['print', 'printPage']) expect(plain).not.toHaveProperty(way);
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
