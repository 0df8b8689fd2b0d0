import * as fc from 'fast-check';
import type { Call, Expression, Identifier, Literal, Query, Source, Window, Written } from '../../model';
import type { StatementBody } from './definition.ast';
import { parseExpression, parseStatements } from './parse/parse-statements';
import { printExpression, printStatement } from './print/print-statement';
import { INTERVAL_UNITS } from './parse/tokens/keywords';
import { trials } from '../../../test/support/trials';

type Tree = Expression<Written>;

/** Strings of any UTF-16 code units (including lone surrogates and U+0000), often with characters that must be escaped. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('\\', "'", '"', '`', '%', '_', '\n', '\0', '\x1a', ';', '--', '/*', 'a', 'é') }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constant('\ud800'),
);
const name: fc.Arbitrary<Identifier> = fc
  .oneof(text, fc.constantFrom('select', 'placed[invoice].total', 'a.b', 'x'))
  .filter((value) => value !== '' && !value.includes('\0'))
  .map((value) => ({ name: value }));
const names = fc.array(name, { minLength: 1, maxLength: 2, depthIdentifier: 'tree' });
const word = fc.constantFrom('utf8mb4_bin', 'binary', 'ascii');
const unit = fc.constantFrom(...INTERVAL_UNITS);
/** Small trees: every choice adds a level, and at the maximum depth only the first (simplest) alternative is used. */
const bounded = { maxDepth: 4, depthIdentifier: 'tree' };
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, ...bounded });

const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.record({
    kind: fc.constant('literal' as const),
    type: fc.constantFrom('string' as const, 'date' as const, 'time' as const, 'timestamp' as const),
    text,
  }),
  fc.constantFrom<Literal>(
    { kind: 'literal', type: 'null', text: '' },
    { kind: 'literal', type: 'boolean', text: 'true' },
    { kind: 'literal', type: 'integer', text: '0012' },
    { kind: 'literal', type: 'decimal', text: '1.50' },
    { kind: 'literal', type: 'decimal', text: '.5' },
    { kind: 'literal', type: 'double', text: '1e-3' },
    { kind: 'literal', type: 'hex', text: '4A0F' },
    { kind: 'literal', type: 'bit', text: '0101' },
  ),
);
const reference: fc.Arbitrary<Tree> = fc
  .oneof(
    fc.record({ parts: fc.array(name, { minLength: 1, maxLength: 2, depthIdentifier: 'tree' }) }),
    fc.record({ parts: fc.tuple(name), quote: fc.constant('double' as const) }),
  )
  .map((written) => ({ kind: 'reference', reference: written }));

const { expression, query } = fc.letrec<{
  expression: Tree;
  items: Tree[];
  operand: Tree;
  order: { expression: Tree; descending: boolean };
  orders: { expression: Tree; descending: boolean }[];
  call: Call<Written>;
  window: Window<Written>;
  bound: NonNullable<Window<Written>['frame']>['start'];
  source: Source<Written>;
  named: Source<Written>;
  query: Query<Written>;
  select: Query<Written>;
  interval: Tree;
}>((tie) => {
  const boolean = fc.boolean();
  const kind = <K extends string>(value: K): fc.Arbitrary<K> => fc.constant(value);
  const interval = fc.record({
    kind: kind('interval'),
    value: tie('operand').filter((value) => value.kind !== 'row'),
    unit,
  });
  const nodes: fc.Arbitrary<Tree>[] = [
    fc.record({
      kind: kind('unary'),
      operator: fc.constantFrom('-' as const, '+' as const, '~' as const, 'not' as const),
      operand: tie('operand'),
    }),
    fc.record({
      kind: kind('binary'),
      operator: fc.constantFrom(
        ...([
          '+',
          '-',
          '*',
          '/',
          'div',
          '%',
          '&',
          '|',
          '^',
          '<<',
          '>>',
          '=',
          '<=>',
          '<>',
          '<',
          '<=',
          '>',
          '>=',
        ] as const),
        ...(['and', 'or', 'xor'] as const),
      ),
      left: tie('operand'),
      right: tie('operand'),
    }),
    fc.record({
      kind: kind('binary'),
      operator: fc.constantFrom('->' as const, '->>' as const),
      left: reference,
      right: text.map((value): Tree => ({ kind: 'literal', type: 'string', text: value })),
    }),
    fc.record({
      kind: kind('binary'),
      operator: fc.constantFrom('+' as const, '-' as const),
      left: tie('operand'),
      right: interval,
    }),
    fc.record({ kind: kind('binary'), operator: kind('+'), left: interval, right: tie('operand') }),
    fc.record({
      kind: kind('is'),
      operand: tie('operand'),
      test: fc.constantFrom('null' as const, 'true' as const, 'false' as const, 'unknown' as const),
      negated: boolean,
    }),
    fc.record({
      kind: kind('between'),
      operand: tie('operand'),
      low: tie('operand'),
      high: tie('operand'),
      negated: boolean,
    }),
    fc.record({
      kind: kind('in-list'),
      operand: tie('operand'),
      // A list of one subquery is parsed as IN (SELECT ..).
      items: tie('items').filter((items) => items.length > 1 || items[0]?.kind !== 'scalar-query'),
      negated: boolean,
    }),
    fc.record({ kind: kind('in-query'), operand: tie('operand'), query: tie('query'), negated: boolean }),
    fc.record({
      kind: kind('like'),
      operand: tie('operand'),
      pattern: tie('operand'),
      escape: maybe(fc.constantFrom('!', '\\', "'", '', '😀')),
      negated: boolean,
    }),
    fc.record({ kind: kind('regexp'), operand: tie('operand'), pattern: tie('operand'), negated: boolean }),
    fc.record({ kind: kind('exists'), query: tie('query') }),
    fc.record({
      kind: kind('quantified'),
      operand: tie('operand'),
      operator: fc.constantFrom('=' as const, '<>' as const, '>=' as const),
      quantifier: fc.constantFrom('all' as const, 'any' as const),
      query: tie('query'),
    }),
    fc.record({ kind: kind('scalar-query'), query: tie('query') }),
    fc.record({
      kind: kind('row'),
      items: fc.array(tie('expression'), { minLength: 2, maxLength: 2, depthIdentifier: 'tree' }),
    }),
    fc.record({
      kind: kind('case'),
      operand: maybe(tie('expression')),
      branches: fc.array(fc.record({ when: tie('expression'), then: tie('expression') }), {
        minLength: 1,
        maxLength: 2,
      }),
      otherwise: maybe(tie('expression')),
    }),
    fc.record({
      kind: kind('cast'),
      operand: tie('expression'),
      type: fc.constantFrom(
        { name: 'signed' as const },
        { name: 'json' as const },
        { name: 'char' as const, length: 3 },
        { name: 'datetime' as const },
        { name: 'decimal' as const, precision: 10, scale: 2 },
        { name: 'decimal' as const, precision: 10 },
      ),
    }),
    fc.record({ kind: kind('transcode'), operand: tie('expression'), charset: word }),
    fc.record({ kind: kind('collate'), operand: tie('operand'), collation: word }),
    fc.record({ kind: kind('extract'), unit, operand: tie('expression') }),
    fc.record({
      kind: kind('trim'),
      side: fc.constantFrom('both' as const, 'leading' as const, 'trailing' as const),
      remove: maybe(tie('expression')),
      operand: tie('expression'),
    }),
    tie('call'),
  ];
  const tail = { orderBy: tie('orders'), limit: maybe(fc.nat(100)), offset: maybe(fc.nat(100)) };
  const star = fc.record({ kind: kind('star'), qualifier: fc.array(name, { maxLength: 2, depthIdentifier: 'tree' }) });
  const common = fc.record({
    recursive: boolean,
    tables: fc.array(fc.record({ name, columns: maybe(names), query: tie('query') }), {
      minLength: 1,
      maxLength: 2,
      depthIdentifier: 'tree',
    }),
  });
  const right = tie('source');
  const condition = fc.oneof(fc.record({ on: tie('expression') }), fc.record({ using: names }));
  return {
    interval,
    items: fc.array(tie('expression'), { minLength: 1, maxLength: 2, depthIdentifier: 'tree' }),
    operand: fc.oneof(bounded, literal, reference, ...nodes),
    expression: fc.oneof(bounded, reference, literal, ...nodes),
    order: fc.record({ expression: tie('expression'), descending: boolean }),
    orders: fc.array(tie('order'), { maxLength: 2, depthIdentifier: 'tree' }),
    bound: fc.oneof(
      fc.constantFrom(
        { kind: 'unbounded-preceding' as const },
        { kind: 'current-row' as const },
        { kind: 'unbounded-following' as const },
      ),
      fc.record({
        kind: fc.constantFrom('preceding' as const, 'following' as const),
        offset: fc.oneof(literal, interval),
      }),
    ),
    window: fc.record({
      base: maybe(name),
      partitionBy: fc.array(tie('expression'), { maxLength: 2, depthIdentifier: 'tree' }),
      orderBy: tie('orders'),
      frame: maybe(
        fc.record({
          unit: fc.constantFrom('rows' as const, 'range' as const),
          start: tie('bound'),
          end: maybe(tie('bound')),
        }),
      ),
    }),
    call: fc.oneof(
      bounded,
      fc.record({
        kind: kind('call'),
        name: fc.constantFrom('CONCAT', 'LEFT', 'IF', 'NOW', 'DATE', 'CURRENT_DATE', 'SUBSTRING', 'LOCATE'),
        arguments: tie('items'),
        distinct: fc.constant(false),
      }),
      fc.record({
        kind: kind('call'),
        name: fc.constantFrom('SUM', 'COUNT', 'MAX'),
        arguments: tie('items'),
        distinct: boolean,
        over: maybe(fc.oneof(name, tie('window'))),
      }),
      fc.record({
        kind: kind('call'),
        name: kind('GROUP_CONCAT'),
        arguments: tie('items'),
        distinct: boolean,
        orderBy: maybe(fc.array(tie('order'), { minLength: 1, maxLength: 2, depthIdentifier: 'tree' })),
        separator: maybe(text),
      }),
      fc.record({
        kind: kind('call'),
        name: kind('MEMBER OF'),
        arguments: fc.tuple(tie('operand'), tie('expression')),
        distinct: fc.constant(false),
      }),
      fc.record({
        kind: kind('call'),
        name: kind('TIMESTAMPDIFF'),
        arguments: fc.tuple(fc.record({ kind: kind('unit'), unit }), tie('expression'), tie('expression')),
        distinct: fc.constant(false),
      }),
      fc.record({
        kind: kind('call'),
        name: kind('DATE_ADD'),
        arguments: fc.tuple(tie('expression'), interval),
        distinct: fc.constant(false),
      }),
    ),
    named: fc.oneof(
      bounded,
      fc.record({
        kind: kind('table'),
        table: fc.record({ parts: fc.array(name, { minLength: 1, maxLength: 2, depthIdentifier: 'tree' }) }),
        alias: maybe(name),
      }),
      fc.record({ kind: kind('derived'), query: tie('query'), alias: name, columns: maybe(names), lateral: boolean }),
    ),
    source: fc.oneof(
      bounded,
      tie('named'),
      fc.record({ kind: kind('join'), join: kind('cross'), natural: fc.constant(false), left: tie('source'), right }),
      fc.record({
        kind: kind('join'),
        join: fc.constantFrom('inner' as const, 'left' as const, 'right' as const),
        natural: fc.constant(true),
        left: tie('source'),
        right,
      }),
      fc
        .record({
          kind: kind('join'),
          join: fc.constantFrom('inner' as const, 'left' as const, 'right' as const),
          natural: fc.constant(false),
          left: tie('source'),
          right,
          condition,
        })
        .map(({ condition: chosen, ...join }) => ({ ...join, ...chosen })),
    ),
    select: fc.record({
      kind: kind('select'),
      with: maybe(common),
      distinct: boolean,
      items: fc.array(
        fc.oneof(
          fc.record({ expression: tie('expression'), alias: maybe(name) }),
          star.map((expression) => ({ expression })),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      from: maybe(tie('source')),
      where: maybe(tie('expression')),
      groupBy: fc.array(tie('expression'), { maxLength: 2, depthIdentifier: 'tree' }),
      rollup: fc.constant(false),
      having: maybe(tie('expression')),
      windows: fc.array(fc.record({ name, window: tie('window') }), { maxLength: 1 }),
      ...tail,
    }),
    query: fc.oneof(
      bounded,
      tie('select'),
      fc.record({
        kind: kind('set'),
        with: maybe(common),
        operator: fc.constantFrom('union' as const, 'intersect' as const, 'except' as const),
        all: boolean,
        left: tie('query'),
        right: tie('query'),
        ...tail,
      }),
    ),
  };
});

/** Returns the tree without offsets, source texts of select items and absent members, for comparison. */
function comparable(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(comparable);
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = Object.entries(tree).filter(
    ([key, value]) => value !== undefined && !['at', 'end'].includes(key) && (key !== 'text' || 'type' in tree),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, comparable(value)]));
}

describe('parse(print(tree)) = tree', () => {
  it('holds for expressions', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        expect(comparable(parseExpression(printExpression(tree)))).toEqual(comparable(tree));
      }),
      { numRuns: trials(300) },
    );
  });

  it('holds for queries, alone and inside definitions', () => {
    fc.assert(
      fc.property(query, name, text, (tree, view, value) => {
        const options = [{ name: view, value, at: 0 }];
        const bodies: StatementBody[] = [
          { kind: 'query', query: tree },
          { kind: 'query', query: tree, options: [...options, ...options] },
          { kind: 'explain', query: tree, options },
          {
            kind: 'create-view',
            orReplace: true,
            cube: false,
            name: view,
            query: tree,
            description: view.name,
            tags: [],
          },
        ];
        const parsed = parseStatements(bodies.map(printStatement).join(';\n'));
        expect(comparable(parsed)).toEqual(comparable(bodies));
      }),
      { numRuns: trials(120) },
    );
  });
});
