import { type StatementNeed } from '../../model';
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
  ])('recognizes %p and %p as %s', (version, comment, product) => {
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
  const old: Abilities = { ...able, version: '5.7.44', lacks: ['window functions', 'WITH'] };
  const query = (sql: string, { values = 0, needs = [] }: { values?: number; needs?: readonly StatementNeed[] } = {}) => ({ dialect: 'mysql' as const, sql, needs, columns: [], parameters: Array.from({ length: values }, () => ({ type: 'string' as const, text: '' })) }); // prettier-ignore
  const WINDOW = 'SELECT ROW_NUMBER() OVER (ORDER BY `n`) FROM `t`';

  it.each([
    [
      old,
      query(WINDOW, { needs: ['window functions'] }),
      'the server of the data source does not support window functions, which this statement needs',
    ],
    [
      old,
      query('WITH `c` AS (SELECT 1) SELECT * FROM `c`', { needs: ['WITH'] }),
      'the server of the data source does not support WITH, which this statement needs',
    ],
    [
      { ...able, hasPreparedStatements: false },
      query('SELECT ?', { values: 1 }),
      'the server of the data source does not support prepared statements, which this statement needs',
    ],
  ])('rejects a statement that needs a feature which the server lacks', (abilities, statement, message) => {
    expect(() => { assertAble(abilities, statement); }).toThrow(expect.objectContaining({ code: 'plan_unsupported', message }) as Error); // prettier-ignore
  });

  it.each([
    [able, query(WINDOW, { values: 3, needs: ['window functions'] })],
    [old, query("SELECT 'OVER (', `WITH ``x`, 'it''s \\' OVER' FROM `game over` GROUP BY `n` WITH ROLLUP")],
    [old, query('SELECT 1', { needs: ['LIKE with ESCAPE'] })],
    [{ ...able, hasPreparedStatements: false }, query('SELECT 1')],
  ])('accepts every other statement', (abilities, statement) => {
    expect(() => { assertAble(abilities, statement); }).not.toThrow(); // prettier-ignore
  });
});
