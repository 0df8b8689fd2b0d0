import { assertAble, type Abilities } from './abilities';
import { killStatement, recognizeProduct } from './recognize-product';

describe('recognizeProduct', () => {
  it.each([
    ['10.11.19-MariaDB-0+deb12u1', 'Debian 12', 'MariaDB'],
    ['8.4.3', 'MySQL Community Server - GPL', 'MySQL'],
    ['8.0.36-28', 'Percona Server (GPL), Release 28', 'MySQL'],
    ['8.0.11-TiDB-v7.5.0', 'TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible', 'TiDB'],
    ['5.1.0', 'StarRocks version 2.1.2', 'StarRocks'],
    ['5.7.99', 'Doris version doris-2.1.7', 'Doris'],
    ['5.7.32', 'SingleStoreDB source distribution', 'SingleStore'],
    ['8.0.30-Vitess', 'Version: 19.0.4', 'Vitess'],
    ['5.7.44', null, 'MySQL'],
  ])('of %p and %p is %s', (version, comment, product) => {
    expect(recognizeProduct(version, comment)).toBe(product);
  });
});

it.each([
  ['MariaDB', 'KILL 7'],
  ['TiDB', 'KILL TIDB 7'],
  ['Vitess', undefined],
  [undefined, 'KILL 7'],
] as const)('stops a statement of %s by %p', (product, statement) => {
  expect(killStatement(product, 7)).toBe(statement);
});

describe('assertAble', () => {
  const able: Abilities = { product: 'MySQL', version: '8.4.3', collation: 'utf8mb4_0900_ai_ci', hasPreparedStatements: true, lacks: [] }; // prettier-ignore
  const old: Abilities = { ...able, version: '5.7.44', lacks: [{ name: 'window functions', probe: '', need: /\bOVER\b/i }, { name: 'WITH', probe: '', need: /\bWITH\s+(?:RECURSIVE\s+)?``/i }] }; // prettier-ignore
  const query = (sql: string, parameters = 0) => ({ dialect: 'mysql' as const, sql, columns: [], parameters: Array.from({ length: parameters }, () => ({ type: 'string' as const, text: '' })) }); // prettier-ignore
  const WINDOW = 'SELECT ROW_NUMBER() OVER (ORDER BY `n`) FROM `t`';

  it.each([
    [old, query(WINDOW), 'the server of the data source has no window functions, which this needs'],
    [
      old,
      query('WITH `c` AS (SELECT 1) SELECT * FROM `c`'),
      'the server of the data source has no WITH, which this needs',
    ],
    [
      { ...able, hasPreparedStatements: false },
      query('SELECT ?', 1),
      'the server of the data source has no prepared statements, which this needs',
    ],
  ])('refuses what the server lacks', (abilities, statement, message) => {
    expect(() => { assertAble(abilities, statement); }).toThrow(expect.objectContaining({ code: 'plan_unsupported', message }) as Error); // prettier-ignore
  });

  it.each([
    [able, query(WINDOW, 3)],
    [old, query("SELECT 'OVER (', `WITH ``x`, 'it''s \\' OVER' FROM `game over` GROUP BY `n` WITH ROLLUP")],
    [{ ...able, hasPreparedStatements: false }, query('SELECT 1')],
  ])('lets the rest through', (abilities, statement) => {
    expect(() => { assertAble(abilities, statement); }).not.toThrow(); // prettier-ignore
  });
});
