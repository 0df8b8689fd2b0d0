import type { Query, Written } from '../../model';
import { parseStatements, printQuery } from '../statement';
import type { NestingSource } from './element-names';
import { nestStatement, type NestedStatement } from './nest-statement';

const CONCEPT: NestingSource = { isMultiValue: (name) => name === 'tag' };

function parsed(sql: string): Query<Written> {
  const [statement] = parseStatements(sql);
  if (statement?.kind !== 'query') throw new Error('not a query');
  return statement.query;
}

function nest(sql: string, source = CONCEPT): NestedStatement | undefined {
  return nestStatement(parsed(sql), source);
}

function flat(sql: string, source = CONCEPT): string | undefined {
  const nested = nest(sql, source);
  return nested && printQuery(nested.query);
}

describe('nestStatement', () => {
  it('adds the identities of the entity and of every step, and an order by that of the entity', () => {
    expect(flat('SELECT a, `x[c].y[d].b` FROM t WHERE e = 1 LIMIT 3 OFFSET 1')).toBe(
      'SELECT `a`, `x[c].y[d].b`, `entity_type`, `entity_id`, `x[c].entity_type`, `x[c].entity_id`, `x[c].y[d].entity_type`, ' +
        '`x[c].y[d].entity_id` FROM `t` WHERE `e` = 1 ORDER BY `entity_type`, `entity_id`',
    );
  });

  it('orders the rows of an entity by all identities where elements are not sorted after they were read', () => {
    const ordered = 'ORDER BY `entity_type`, `entity_id`, `x[c].entity_type`, `x[c].entity_id`, `x[c]_since`';
    const sql = 'SELECT `x[c].a`, `x[c]_since` FROM t';
    const nested = nestStatement(parsed(sql), CONCEPT, undefined, new Set(['sort-elements']));
    expect(nested && printQuery(nested.query)).toContain(ordered);
    expect(flat(sql, { ...CONCEPT, keyless: [] })).toContain(ordered);
    expect(flat(sql)).not.toContain(ordered);
    expect(flat(`${sql} ORDER BY a`)).toContain('ORDER BY `a`, `entity_type`, `entity_id`');
    expect(flat(`${sql} ORDER BY \`x[c].b\``)).toMatch(
      / ORDER BY MIN.* `x\[c\].b`, `x\[c\].entity_type`, `x\[c\].entity_id`, `x\[c\]_since`$/,
    );
  });

  it('reads keys in place of ids', () => {
    const keys = new Map([['c', ['n', 'm']], ['', ['k']]]); // prettier-ignore
    const source = { ...CONCEPT, hasOneType: (concept?: string) => concept !== 'd', keyOf: (concept = '') => keys.get(concept) }; // prettier-ignore
    expect(flat('SELECT K, `x[c].n`, `x[c].y[d].a` FROM t', source)).toBe(
      'SELECT `K`, `x[c].n`, `x[c].y[d].a`, `x[c].m`, `x[c].y[d].entity_type`, `x[c].y[d].entity_id` FROM `t` ORDER BY `k`',
    );
    expect(flat('SELECT *, `x[c].a` FROM t ORDER BY a, k DESC', source)).toBe(
      'SELECT *, `x[c].a`, `x[c].n`, `x[c].m` FROM `t` ORDER BY `a`, `k` DESC',
    );
    // another value has the name of the key
    expect(flat('SELECT a AS k, b AS `x[c].m`, `x[c].n` FROM t', source)).toBe(
      'SELECT `a` AS `k`, `b` AS `x[c].m`, `x[c].n`, `entity_id`, `x[c].entity_id` FROM `t` ORDER BY `entity_id`',
    );
  });

  it('reads types and ids of elements of two concepts in one array, which can be the same entity', () => {
    const source = { ...CONCEPT, hasOneType: () => true, keyOf: () => ['k'] };
    expect(flat('SELECT `x[c].a`, `x[d].b`, `x[c].y[d].a` FROM t', source)).toBe(
      'SELECT `x[c].a`, `x[d].b`, `x[c].y[d].a`, `k`, `x[c].entity_type`, `x[c].entity_id`, `x[d].entity_type`, `x[d].entity_id`, ' +
        '`x[c].y[d].k` FROM `t` ORDER BY `k`',
    );
  });

  it('adds no type of steps whose entities all have the same', () => {
    const source = { ...CONCEPT, hasOneType: (concept?: string) => concept !== 'd' };
    expect(flat('SELECT a, `x[c].y[d].b` FROM t', source)).toBe(
      'SELECT `a`, `x[c].y[d].b`, `entity_id`, `x[c].entity_id`, `x[c].y[d].entity_type`, `x[c].y[d].entity_id` FROM `t` ' +
        'ORDER BY `entity_id`',
    );
    expect(flat('SELECT entity_type, `x[c].entity_type` FROM t', source)).toBe(
      'SELECT `entity_type`, `x[c].entity_type`, `entity_id`, `x[c].entity_id` FROM `t` ORDER BY `entity_id`',
    );
  });

  it('adds the paths that WHERE and ORDER BY read, once in any letter case', () => {
    expect(flat('SELECT entity_id, `X[c].a` FROM t WHERE `x[c].A` = 1 AND `x[c]_b` = 2')).toBe(
      'SELECT `entity_id`, `X[c].a`, `x[c]_b`, `entity_type`, `x[c].entity_type`, `x[c].entity_id` FROM `t` ' +
        'WHERE `x[c].A` = 1 AND `x[c]_b` = 2 ORDER BY `entity_type`, `entity_id`',
    );
  });

  it('sorts an entity by its first row, and then the rows of each entity', () => {
    expect(flat('SELECT a FROM t ORDER BY `x[c].b` DESC, tag, a')).toContain(
      'ORDER BY MAX(`x[c].b`) OVER (PARTITION BY `entity_type`, `entity_id`) DESC, ' +
        'MIN(`tag`) OVER (PARTITION BY `entity_type`, `entity_id`), `a`, `entity_type`, `entity_id`, `x[c].b` DESC, `tag`',
    );
  });

  it('finds a path in an alias, a column number and an expression', () => {
    const first = 'MIN(`x[c].b`) OVER (PARTITION BY `entity_type`, `entity_id`)';
    expect(flat('SELECT `x[c].b` AS n FROM t ORDER BY n')).toContain(`ORDER BY ${first}`);
    expect(flat('SELECT `x[c].b` AS n FROM t ORDER BY 1')).toContain(`ORDER BY ${first}`);
    expect(flat('SELECT `x[c].b` FROM t ORDER BY `x[c].b` + 1')).toContain('ORDER BY MIN(`x[c].b` + 1) OVER');
  });

  it('keeps a star, with the identities of steps', () => {
    expect(flat('SELECT * FROM t WHERE tag = 1')).toBe(
      'SELECT *, `tag` FROM `t` WHERE `tag` = 1 ORDER BY `entity_type`, `entity_id`',
    );
  });

  it.each([
    'SELECT a FROM t',
    'SELECT DISTINCT `x[c].a` FROM t',
    'SELECT `x[c].a` FROM t GROUP BY `x[c].a`',
    'SELECT COUNT(`x[c].a`) FROM t',
    'SELECT a, `measure.x[c].m` FROM t WHERE `x[c].a` = 1',
    'SELECT `x[c].a` FROM t ORDER BY `measure.m`',
    'SELECT t.`x[c].a` FROM t JOIN u ON t.a = u.a',
    'SELECT `x[c].a` FROM t UNION SELECT b FROM u',
    'SELECT a FROM t WHERE a IN (SELECT `x[c].a` FROM u)',
    'SELECT UPPER(`x[c].a`) FROM t',
  ])('has no effect on %s', (sql) => {
    expect(nest(sql)).toBeUndefined();
  });

  it('orders elements by columns of their link before columns of further steps', () => {
    expect(flat('SELECT `x[c].y[d].a`, `X[c]_since`, `x[c]_role` FROM t ORDER BY tag')).toContain(
      ', `tag`, `x[c].entity_type`, `x[c].entity_id`, `X[c]_since`, `x[c]_role`, `x[c].y[d].entity_type`, `x[c].y[d].entity_id`, `tag`',
    );
  });

  it('uses the columns of a view in their order', () => {
    const columns = ['entity_id', 'a', 'x[c].b', 'x[c].entity_id'];
    const view = { columns, isMultiValue: () => false };
    expect(flat('SELECT * FROM v', view)).toBe('SELECT * FROM `v` ORDER BY `entity_id`, `x[c].entity_id`, `x[c].b`');
    expect(flat('SELECT a, `x[c].b` FROM v', view)).toBe(
      'SELECT `a`, `x[c].b`, `entity_id`, `x[c].entity_id` FROM `v` ORDER BY `entity_id`, `x[c].entity_id`, `x[c].b`',
    );
    expect(nest('SELECT * FROM v', view)?.identity).toEqual(['entity_id']);
    expect(nest('SELECT * FROM v', { ...view, columns: ['a', 'x[c].b'] })).toBeUndefined();
  });

  it.each([
    ['a property and a column of the link', '`x[c].a`, `x[c]_a`', ['a', 'a_2']],
    ['an alias of both', '`x[c].a` AS n, `x[c].n`', ['n', 'n_2']],
    ['an alias that is numbered', '`x[c].a`, `x[c]_a`, `x[c].b` AS a_2', ['a', 'a_3', 'a_2']],
    ['a property and a multi-value', '`x[c].tag` AS a, `x[c].a`', ['a_2', 'a']],
    ['two steps of one relationship', '`x[c].a`, `x[d]_a`, `x[d].a`', ['a', 'a_2', 'a']],
    ['a property and a step', '`x[c].y`, `x[c].y[d].b`', ['y', 'b']],
    ['two steps below it', '`x[c].y[d].a`, `x[e].y[f]_a`', ['a', 'a_2']],
    ['one column', '`x[c].a`, `x[c].b` AS a', ['a', 'a_2']],
    ['the row and an element', 'a, `x[c].a`, `y[c].a`', ['a', 'a', 'a']],
  ])('separates columns under one key: %s', (_, items, keys) => {
    const nested = nest(`SELECT ${items} FROM t`);
    const names = items.split(', ').map((item) => (item.split(' AS ')[1] ?? item).replaceAll('`', ''));
    const described = nested?.describe(names.map((name) => ({ name, type: 'unknown' }))) ?? [];
    expect(described.map(({ key }) => key)).toEqual(keys);
    if (_ === 'a property and a step') expect(described[1]?.steps[1]?.key).toBe('y_2');
  });

  it('describes the position of the value of each column', () => {
    const nested = nest(
      'SELECT a, `x[c*2]_transitivity_level` AS p, tag, `y[d]_since`, CONCAT(a, `y[d].b`) AS `z[e].f` FROM t WHERE `X[c*2].G` = 1',
    );
    const step = { hop: 'x[c*2]', key: 'x' };
    const plain = { steps: [], isIdentity: false, isOfLink: false, isMultiValue: false };
    const last = { place: Infinity, isNumber: false };
    const names = ['a', 'p', 'tag', 'y[d]_since', 'z[e].f', 'X[c*2].G', 'entity_id', 'x[c*2].entity_id'];
    expect(nested?.describe(names.map((name) => ({ name, type: 'unknown' })))).toEqual([
      { ...plain, key: 'a' },
      { ...plain, key: 'p', steps: [step] },
      { ...plain, key: 'tag', isMultiValue: true, sorting: last },
      { ...plain, key: 'since', steps: [{ hop: 'y[d]', key: 'y' }], isOfLink: true, sorting: last },
      { ...plain, key: 'z[e].f' },
      { ...plain, key: 'G', steps: [{ ...step, key: 'X' }] },
      { ...plain, key: undefined, isIdentity: true },
      { ...plain, key: undefined, steps: [step], isIdentity: true, sorting: { place: 1, isNumber: false } },
    ]);
  });
});
