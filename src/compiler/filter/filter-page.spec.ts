import { parseQuery } from '../../../test/support/compile';
import type { Select, Written } from '../../model';
import { printQuery } from '../statement';
import { lowerFilter } from './lower-filter';
import { parseFilter } from './parse-filter';
import { orderColumns, seekBehind, withOrderColumns } from './filter-page';
import type { Key, OrderColumn } from './page-cursor';

function select(url: string): Select<Written> {
  return lowerFilter({ schema: 'dsvc', table: 't' }, parseFilter([...new URLSearchParams(url)]));
}

const column = (text: string): OrderColumn => ({
  name: text.replace(/[-?]/g, ''),
  descending: text.startsWith('-'),
  isNullable: text.endsWith('?'),
});

function conditionOf(columns: string, key: Key, url = ''): string | undefined {
  const sought = seekBehind(select(url), columns.split(' ').map(column), key);
  return sought && printQuery(sought).split(' WHERE ')[1];
}

describe('order columns', () => {
  it('returns the columns of the order, each once, with the direction of the first', () => {
    expect(orderColumns(select('_order_=a,-b,x[c].d,-A'))).toEqual([column('a?'), column('-b?'), column('x[c].d?')]);
  });

  it('returns none if measures group the rows', () => {
    expect(orderColumns(select('_select_=a,measure.revenue&_order_=a'))).toEqual([]);
    expect(orderColumns(select('_select_=a&_order_=Measure.x[c].n'))).toEqual([]);
  });

  it.each([
    ['', '*'],
    ['_select_=b', '`b`, `a`, `x[c].d`'],
    ['_select_=A,b', '`A`, `b`, `x[c].d`'],
    ['_select_=x[c].d,a', '`x[c].d`, `a`'],
  ])('adds them after the selected columns: %j', (url, items) => {
    const read = withOrderColumns(select(url), [column('a'), column('x[c].d?')]);
    expect(printQuery(read)).toBe(`SELECT ${items} FROM \`dsvc\`.\`t\``);
  });
});

describe('seekBehind', () => {
  it.each<[string, Key, string]>([
    ['a', ['1'], "`a` > '1'"],
    ['-a', ['1'], "`a` < '1'"],
    ['a?', ['1'], "`a` > '1' OR `a` IS NULL"],
    ['-a?', ["it's"], "`a` < 'it''s' OR `a` IS NULL"],
    ['a b', ['1', '2'], "`a` > '1' OR `a` = '1' AND `b` > '2'"],
    ['-a? b', ['1', '2'], "`a` < '1' OR `a` IS NULL OR `a` = '1' AND `b` > '2'"],
    ['a? b', [null, '2'], "`a` IS NULL AND `b` > '2'"],
    ['a? b?', ['1', null], "`a` > '1' OR `a` IS NULL"],
    ['a b? -c', ['1', '2', '3'], "`a` > '1' OR `a` = '1' AND (`b` > '2' OR `b` IS NULL OR `b` = '2' AND `c` < '3')"],
  ])('builds the condition for %s, %j', (columns, key, condition) => {
    expect(conditionOf(columns, key)).toBe(condition);
  });

  it('keeps the whole filter', () => {
    const filter = '_subj_=x&_op_=is_null&_conj_=or&_subj1_=y&_op1_=is_null';
    expect(conditionOf('a b', ['1', '2'], filter)).toBe(
      "(`x` IS NULL OR `y` IS NULL) AND (`a` > '1' OR `a` = '1' AND `b` > '2')",
    );
    expect(printQuery(parseQuery(`SELECT * FROM t WHERE ${conditionOf('a b', ['1', '2'], filter)}`))).toContain(
      'AND (',
    );
  });

  it.each<[string, Key]>([
    ['a?', [null]],
    ['a? b?', [null, null]],
  ])('finds no row after a key of NULLs: %s, %j', (columns, key) => {
    expect(conditionOf(columns, key)).toBeUndefined();
  });

  it('names the columns in their order, because `*` adds the paths that a condition reads', () => {
    const sought = seekBehind(select('_order_=a'), [column('a?'), column('b?'), column('c')], ['1', null, '3']);
    expect(
      printQuery(sought!)
        .match(/`[abc]`/g)
        ?.join(''),
    ).toMatch(/^`a`.*`b`.*`c`/);
  });
});
