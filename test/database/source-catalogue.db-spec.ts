import { readSourceCatalogue, readSourceComments, readTableRows } from '../../src/engines';
import { printScalarType, type SourceTable } from '../../src/model';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  type TestEngine,
} from '../support/engines';
import { chinook } from '../support/sample-databases';
import { describeWithMariaDb, describeWithPostgreSql, describeWithTestData } from '../support/services';

let test: TestEngine;
let tables: ReadonlyMap<string, SourceTable>;

async function open(opening: Promise<TestEngine>): Promise<void> {
  test = await opening;
  const read = await readSourceCatalogue(test.engine, { timeoutMs: 10_000 });
  tables = new Map(read.map((table) => [table.name, table]));
}

/** The native type and the type of the language, by column. */
function typesOf(table: string): Readonly<Record<string, string>> {
  const columns = tables.get(table)!.columns;
  return Object.fromEntries(columns.map(({ name, type }) => [name, type === undefined ? '' : printScalarType(type)]));
}

/** A composite foreign key, one to the table itself, a unique key, a view, names that need quoting. */
const KEYED = [
  'CREATE TABLE product (region INT, code VARCHAR(20), maker_id INT NOT NULL UNIQUE, PRIMARY KEY (code, region))',
  `CREATE TABLE part (id INT PRIMARY KEY, part_of INT, region INT, code VARCHAR(20) NOT NULL,
    FOREIGN KEY (part_of) REFERENCES part (id), FOREIGN KEY (code, region) REFERENCES product (code, region))`,
  'CREATE VIEW a_view AS SELECT id FROM part',
];

function statesItsPromises(): void {
  afterAll(() => test.drop());

  it('lists tables and views by name, and their columns in order', () => {
    expect([...tables.values()].map(({ name, isView }) => [name, isView])).toEqual([
      ['a_view', true],
      ['part', false],
      ['product', false],
      ['types', false],
    ]);
    expect(tables.get('part')!.columns.map(({ name, nullable }) => [name, nullable])).toEqual([
      ['id', false],
      ['part_of', true],
      ['region', true],
      ['code', false],
    ]);
  });

  it('lists keys with their columns in the order of the key', () => {
    expect(tables.get('product')).toMatchObject({
      primaryKey: ['code', 'region'],
      uniqueKeys: [['maker_id']],
      foreignKeys: [],
    });
    expect(tables.get('part')).toMatchObject({ primaryKey: ['id'], uniqueKeys: [] });
    expect(tables.get('part')!.foreignKeys).toHaveLength(2);
    expect(tables.get('part')!.foreignKeys).toEqual(
      expect.arrayContaining([
        { columns: ['part_of'], table: 'part', targetColumns: ['id'] },
        { columns: ['code', 'region'], table: 'product', targetColumns: ['code', 'region'] },
      ]),
    );
    expect(tables.get('a_view')).toMatchObject({ primaryKey: [], uniqueKeys: [], foreignKeys: [] });
  });
}

describe('the catalogue of DuckDB', () => {
  const types = `CREATE TABLE types (boo BOOLEAN, sml UTINYINT, "in t" USMALLINT, big UINTEGER, huge UBIGINT,
    price DECIMAL(9,2), flo FLOAT, dou DOUBLE, text TEXT, mood ENUM('a', 'b(1)'), doc JSON, id UUID, d DATE, t TIME,
    ts TIMESTAMP, tz TIMESTAMPTZ, data BLOB, list INTEGER[], prices DECIMAL(9,2)[], moods ENUM('a')[], span INTERVAL)`;
  beforeAll(() => open(openDuckDbTestEngine('catalogue', [...KEYED, types])));
  statesItsPromises();

  it('translates types, and reports none that the language lacks', () => {
    expect(typesOf('types')).toEqual({
      boo: 'boolean',
      sml: 'smallint',
      'in t': 'integer',
      big: 'bigint',
      huge: 'decimal(20,0)',
      price: 'decimal(9,2)',
      flo: 'float',
      dou: 'double',
      text: 'string',
      mood: 'string',
      doc: 'string',
      id: 'string',
      d: 'date',
      t: 'time',
      ts: 'timestamp',
      tz: 'timestamp',
      data: '',
      list: '',
      prices: '',
      moods: '',
      span: '',
    });
  });
});

it('reports unknown collations for a DuckDB database in which a column has one, because views inherit it', async () => {
  const collated = [
    'CREATE TABLE one (a VARCHAR COLLATE NOCASE PRIMARY KEY, n INTEGER)',
    'CREATE VIEW two AS SELECT a FROM one',
  ];
  await open(openDuckDbTestEngine('collations', collated));
  const collationsOf = (table: string) => tables.get(table)!.columns.map(({ collation }) => collation);
  expect([collationsOf('one'), collationsOf('two')]).toEqual([['unknown', undefined], ['unknown']]);
  await test.drop();
});

describeWithPostgreSql('the catalogue of PostgreSQL', () => {
  const types = [
    "CREATE TYPE mood AS ENUM ('a', 'b(1)')",
    'CREATE DOMAIN amount AS numeric(9, 2) CHECK (VALUE >= 0)',
    'CREATE DOMAIN price AS amount',
    'CREATE DOMAIN feeling AS mood',
    'CREATE DOMAIN code AS varchar(9)',
    'CREATE DOMAIN short_code AS code CHECK (length(VALUE) < 5)',
    `CREATE TABLE types (boo boolean, sml smallint, "in t" integer, big bigint, price numeric(9, 2), num numeric, paid amount, asked price, felt feeling, short short_code,
      flo real, dou double precision, ch char(3), vc varchar(9), text text, mood mood, doc json, docs jsonb, id uuid, d date, t time(3),
      tz time with time zone, ts timestamp, tsz timestamp(3) with time zone, data bytea, bits bit(3), list integer[], span interval,
      net inet, span_of int4range, pt point)`,
    'CREATE SCHEMA other',
    'CREATE TABLE other.hidden (id integer PRIMARY KEY)',
  ];
  const loose = [
    'CREATE TABLE loose (id integer UNIQUE DEFERRABLE, part_id integer, hidden_id integer REFERENCES other.hidden (id))',
    'ALTER TABLE loose ADD FOREIGN KEY (part_id) REFERENCES part (id) NOT VALID',
    'CREATE UNIQUE INDEX ON loose (part_id) WHERE part_id > 5',
    'CREATE TABLE sliced (id integer PRIMARY KEY, n integer) PARTITION BY RANGE (id)',
    'CREATE TABLE slice_1 PARTITION OF sliced FOR VALUES FROM (1) TO (10)',
    'CREATE MATERIALIZED VIEW a_copy AS SELECT id FROM part',
    "COMMENT ON TABLE part IS 'A part'",
    "COMMENT ON COLUMN part.code IS 'Its code'",
  ];

  describe('of tables with keys', () => {
    beforeAll(() => open(openPostgreSqlTestEngine('catalogue', [...KEYED, ...types])));
    statesItsPromises();

    it('translates types, and reports none that the language lacks', () => {
      expect(typesOf('types')).toEqual({
        boo: 'boolean',
        sml: 'smallint',
        'in t': 'integer',
        big: 'bigint',
        price: 'decimal(9,2)',
        num: 'decimal',
        paid: 'decimal(9,2)',
        asked: 'decimal(9,2)',
        felt: 'string',
        short: 'string',
        flo: 'float',
        dou: 'double',
        ch: 'string',
        vc: 'string',
        text: 'string',
        mood: 'string',
        doc: 'string',
        docs: 'string',
        id: 'string',
        d: 'date',
        t: 'time',
        tz: 'string',
        ts: 'timestamp',
        tsz: 'timestamp',
        data: '',
        bits: 'string',
        list: '',
        span: 'string',
        net: 'string',
        span_of: '',
        pt: '',
      });
    });
  });

  describe('of keys that are not enforced for every row', () => {
    beforeAll(() => open(openPostgreSqlTestEngine('catalogue', [...KEYED, ...types, ...loose])));
    afterAll(() => test.drop());

    it('lists none of them, no partition, and no table of another schema', () => {
      expect([...tables.keys()]).toEqual(['a_copy', 'a_view', 'loose', 'part', 'product', 'sliced', 'types']);
      expect(tables.get('loose')).toMatchObject({ primaryKey: [], uniqueKeys: [], foreignKeys: [] });
      expect(tables.get('sliced')).toMatchObject({ isView: false, primaryKey: ['id'] });
      expect(tables.get('a_copy')).toMatchObject({ isView: true });
    });

    it('reads comments and the number of rows that were last counted', async () => {
      const options = { timeoutMs: 10_000 };
      expect((await readSourceComments(test.engine, options)).get('part')).toEqual({ table: 'A part', columns: new Map([['code', 'Its code']]) }); // prettier-ignore
      expect(await readTableRows(test.engine, [['part']], options)).toBeUndefined();
    });
  });
});

describeWithMariaDb('the catalogue of MariaDB', () => {
  const types = `CREATE TABLE types (boo BOOLEAN, flag BIT(1), tiny TINYINT UNSIGNED, sml SMALLINT UNSIGNED, med MEDIUMINT UNSIGNED,
    inte INT, big INT UNSIGNED, huge BIGINT UNSIGNED, price DECIMAL(9,2), num NUMERIC, flo FLOAT, dou DOUBLE, ch CHAR(3),
    text LONGTEXT, mood ENUM('a','unsigned'), doc JSON, yr YEAR, d DATE, t TIME, dt DATETIME(3), ts TIMESTAMP, data BLOB, bin BINARY(16), pt POINT)`;
  beforeAll(() => open(openMariaDbTestEngine('catalogue', [...KEYED, types])));
  statesItsPromises();

  it('translates types, and reports none that the language lacks', () => {
    expect(typesOf('types')).toEqual({
      boo: 'boolean',
      flag: 'boolean',
      tiny: 'smallint',
      sml: 'integer',
      med: 'integer',
      inte: 'integer',
      big: 'bigint',
      huge: 'decimal(20,0)',
      price: 'decimal(9,2)',
      num: 'decimal(10,0)',
      flo: 'float',
      dou: 'double',
      ch: 'string',
      text: 'string',
      mood: 'string',
      doc: 'string',
      yr: 'smallint',
      d: 'date',
      t: 'time',
      dt: 'timestamp',
      ts: 'timestamp',
      data: '',
      bin: '',
      pt: '',
    });
  });

  it('reports the collations of strings', () => {
    const collations = new Map(tables.get('types')!.columns.map(({ name, collation }) => [name, collation]));
    expect(collations.get('ch')).toMatch(/^utf8mb4_/);
    expect(collations.get('inte')).toBeUndefined();
  });
});

describeWithTestData('chinook', 'the catalogue of a real database', () => {
  describeWithMariaDb('there', () => {
    beforeAll(() => open(openMariaDbTestEngine('catalogue_chinook', chinook().mysql)), 60_000);
    afterAll(() => test.drop());

    it('has its tables and keys', () => {
      expect(tables.size).toBe(11);
      expect(tables.get('PlaylistTrack')).toMatchObject({ primaryKey: ['PlaylistId', 'TrackId'] });
      const foreignKeys = [...tables.values()].flatMap((table) => table.foreignKeys);
      expect(foreignKeys).toHaveLength(11);
      expect(foreignKeys).toContainEqual({ columns: ['ReportsTo'], table: 'Employee', targetColumns: ['EmployeeId'] });
    });
  });
});
