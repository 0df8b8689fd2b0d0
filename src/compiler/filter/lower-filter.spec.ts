import { type Expression, type Written } from '../../model';
import { parseStatements, printQuery } from '../statement';
import { lowerFilter } from './lower-filter';
import { parseFilter } from './parse-filter';

const TARGET = { schema: 'dsvc', table: 'customer' };

function lower(query: string) {
  return lowerFilter(TARGET, parseFilter([...new URLSearchParams(query)]));
}

/** Returns the condition with parentheses around every operation, so that the shape of the tree is visible. */
function shapeOf(expression: Expression<Written> | undefined): string {
  switch (expression?.kind) {
    case 'binary':
      return `(${shapeOf(expression.left)} ${expression.operator} ${shapeOf(expression.right)})`;
    case 'reference':
      return expression.reference.parts.map((part) => part.name).join('.');
    case 'literal':
      return `${expression.type} ${expression.text}`;
    case 'is':
      return `${shapeOf(expression.operand)} ${expression.negated ? 'not ' : ''}null`;
    default:
      return expression?.kind ?? 'nothing';
  }
}

function chain(...conjunctions: string[]): string {
  const groups = ['a', 'b', 'c', 'd', 'e'].slice(0, conjunctions.length + 1);
  return groups
    .map((name, n) => `_subj${n}_=${name}&_op${n}_=is_null&_conj${n}_=${conjunctions[n] ?? 'and'}`)
    .join('&');
}

it('selects the whole table without filters', () => {
  expect(lower('')).toEqual({
    kind: 'select',
    distinct: false,
    items: [{ expression: { kind: 'star', qualifier: [] } }],
    from: { kind: 'table', table: { parts: [{ name: 'dsvc' }, { name: 'customer' }] } },
    groupBy: [],
    rollup: false,
    windows: [],
    orderBy: [],
  });
});

it.each([
  [chain(), 'a null'],
  [chain('and'), '(a null and b null)'],
  [chain('and', 'and'), '((a null and b null) and c null)'],
  [chain('or', 'or'), '((a null or b null) or c null)'],
  [chain('or', 'and'), '(a null or (b null and c null))'],
  [chain('and', 'or', 'and', 'or'), '(((a null and b null) or (c null and d null)) or e null)'],
])('binds AND tighter than OR: %s', (query, shape) => {
  expect(shapeOf(lower(query).where)).toBe(shape);
});

describe('conditions', () => {
  const operand = { kind: 'reference', reference: { parts: [{ name: 'made_by[artist].name' }] } };
  const literal = (text: string) => ({ kind: 'literal', type: 'string', text });
  it.each([
    ['eq', "it's", { kind: 'binary', operator: '=', left: operand, right: literal("it's") }],
    ['not_eq', '', { kind: 'binary', operator: '<>', left: operand, right: literal('') }],
    ['gte', '5', { kind: 'binary', operator: '>=', left: operand, right: literal('5') }],
    ['like', '[a-c]%', { kind: 'like', operand, pattern: literal('[a-c]%'), negated: false }],
    ['not_like', 'x\\%', { kind: 'like', operand, pattern: literal('x\\%'), negated: true }],
    ['in', 'a,"b,c"', { kind: 'in-list', operand, items: [literal('a'), literal('b,c')], negated: false }],
    ['not_in', '1', { kind: 'in-list', operand, items: [literal('1')], negated: true }],
    ['is_null', '', { kind: 'is', operand, test: 'null', negated: false }],
    ['not_null', '', { kind: 'is', operand, test: 'null', negated: true }],
  ])('lowers %s %j to a single path name and string literals', (operator, comparator, expected) => {
    const query = new URLSearchParams({ _subj_: 'made_by[artist].name', _op_: operator, _comp_: comparator });
    expect(lower(query.toString()).where).toEqual(expected);
  });
});

it('lowers the select list, the order with NULL last, and the page', () => {
  const refer = (name: string) => ({ kind: 'reference', reference: { parts: [{ name }] } });
  expect(lower('_select_=a,b[c].d&_order_=a,-b&_limit_=5&_offset_=10')).toMatchObject({
    items: [{ expression: refer('a') }, { expression: refer('b[c].d') }],
    orderBy: [
      { expression: refer('a'), descending: false, nulls: 'last' },
      { expression: refer('b'), descending: true, nulls: 'last' },
    ],
    limit: 5,
    offset: 10,
  });
});

describe('executed_query', () => {
  const like = '_subj_=a&_op_=like&_comp_=x%25&_conj_=or&_subj1_=b&_op1_=eq&_comp1_=y';
  it.each([
    ['', ''],
    [like, " WHERE `a` LIKE 'x%' OR `b` = 'y'"],
    ['_subj_=a&_op_=IN&_comp_=1,2', " WHERE `a` IN ('1', '2')"],
    ['_subj_=a&_op_=not_in&_comp_="x,y"', " WHERE `a` NOT IN ('x,y')"],
    ["_subj_=a&_op_=not_eq&_comp_=it's", " WHERE `a` <> 'it''s'"],
    ['_subj_=b[c].d&_op_=not_null', ' WHERE `b[c].d` IS NOT NULL'],
    ['_order_=a&_limit_=5&_offset_=10', ' ORDER BY `a` IS NULL, `a` LIMIT 5 OFFSET 10'],
  ])('prints %s', (query, tail) => {
    expect(printQuery(lower(query))).toBe(`SELECT * FROM \`dsvc\`.\`customer\`${tail}`);
  });

  it.each(["'", '\\', '\\%', "\\'; DROP TABLE x; -- ", '"', '`', '\n\r\0\x1a', '%_[a', '😀'])(
    'keeps %j when it is parsed again',
    (value) => {
      const query = new URLSearchParams({
        _subj_: 'a',
        _op_: 'like',
        _comp_: value,
        _conj_: 'and',
        _subj1_: 'b',
        _op1_: 'eq',
        _comp1_: value,
      });
      const printed = printQuery(lower(query.toString()));
      const [statement, ...others] = parseStatements(printed);
      expect(others).toEqual([]);
      expect(statement?.kind === 'query' && printQuery(statement.query)).toBe(printed);
      expect(JSON.stringify(statement).split(JSON.stringify(value))).toHaveLength(3);
    },
  );
});
