import fc from 'fast-check';
import { parseSessionStatements, type SessionStatement } from '../../compiler/statement';
import { KnownForms, type TextStatement } from './known-forms';

const parse = (text: string): readonly SessionStatement[] =>
  parseSessionStatements(text, { variable: () => ({ kind: 'literal', type: 'null', text: '' }), count: () => 0 });

/** Returns the statements that are run, without places; or the error. */
function outcomeOf(read: () => readonly TextStatement[]): unknown {
  try {
    return read().map(({ statement, values }) => JSON.parse(JSON.stringify(statement, replacing(values))) as unknown);
  } catch (error) {
    return String(error);
  }
}

/** Returns a function that omits places, and puts values in place of the parameters that stand for them. */
function replacing(values: TextStatement['values']) {
  return (name: string, node: unknown): unknown => {
    if (name === 'at' || name === 'end' || (name === 'placeholders' && values !== undefined)) return undefined;
    if (values === undefined || typeof node !== 'object' || node === null || !('parameter' in node)) return node;
    const value = values[node.parameter as number];
    return { kind: 'literal', type: typeof value === 'string' ? 'string' : 'integer', text: String(value) };
  };
}

/** Reads the texts in turn, and returns what the last one is. */
function readLast(...texts: readonly [string, ...string[]]): readonly TextStatement[] {
  const forms = new KnownForms();
  return texts.map((text) => forms.read(text, () => parse(text))).at(-1)!;
}

describe('KnownForms', () => {
  it.each([
    ['SELECT a FROM t WHERE id = 5', 'SELECT a FROM t WHERE id = 17', [17]],
    ["SELECT a FROM t WHERE id >= 5 AND NOT (n = 'x' OR m<>'y') LIMIT 2;", "SELECT a FROM t WHERE id >= 123 AND NOT (n = '' OR m<>'ä @ ? -- /*') LIMIT 2;", [123, '', 'ä @ ? -- /*']],
    ['SELECT a = 5 AS b FROM t WHERE c = 1', 'SELECT a = 5 AS b FROM t WHERE c = 1', undefined],
    ['SELECT a FROM t WHERE id = 5 ORDER BY 1', 'SELECT a FROM t WHERE id = 6 ORDER BY 1', [6]],
    ['SELECT a FROM t WHERE id = 5 ORDER BY 1', 'SELECT a FROM t WHERE id = 6 ORDER BY 2', undefined],
    ['SELECT a FROM t WHERE id = 5', 'SELECT b FROM t WHERE id = 5', undefined],
    ['SELECT a FROM t WHERE id = 5', "SELECT a FROM t WHERE id = '5'", undefined],
    ['SELECT a FROM t WHERE id = 5', 'SELECT a FROM t WHERE id = 5.5', undefined],
    ['SELECT a FROM t WHERE id = 5', 'SELECT a FROM t WHERE id = 1234567890123456', undefined],
    ['SELECT a FROM t WHERE id = 5 + 1', 'SELECT a FROM t WHERE id = 6 + 1', undefined],
    ["SELECT a FROM t WHERE n = 'a' 'b'", "SELECT a FROM t WHERE n = 'c' 'b'", undefined],
    ["SELECT a FROM t WHERE n = 'a'", "SELECT a FROM t WHERE n = 'it''s'", undefined],
    ["SELECT a FROM t WHERE n = 'a'", "SELECT a FROM t WHERE n = 'a\\'s'", undefined],
    ["SELECT a FROM t WHERE /* it's */ n = 'a'", "SELECT a FROM t WHERE /* it's */ n = 'b'", undefined],
    ["SELECT a FROM t WHERE d = DATE '2024-01-01'", "SELECT a FROM t WHERE d = DATE '2024-01-02'", undefined],
    ["SELECT a FROM t WHERE j->'$.x' = 5", "SELECT a FROM t WHERE j->'$.x' = 6", [6]],
    ["SELECT a FROM t WHERE j->'$.x' = 5", "SELECT a FROM t WHERE j->'$.y' = 5", undefined],
    ["SELECT a FROM t WHERE id IN (5, 6) AND n NOT in('x')", "SELECT a FROM t WHERE id IN (7, 8) AND n NOT in('y')", [7, 8, 'y']],
    ['SELECT a FROM t WHERE id IN (5, 6)', 'SELECT a FROM t WHERE id IN (5, 6, 7)', undefined],
    ["SELECT a FROM t WHERE id IN (5, 6)", "SELECT a FROM t WHERE id IN (5, '6')", undefined],
    ['SELECT a FROM t WHERE id IN (5, -6)', 'SELECT a FROM t WHERE id IN (7, -6)', undefined],
    ['SELECT a FROM t WHERE id BETWEEN 5 AND 6 AND b = 1', 'SELECT a FROM t WHERE id BETWEEN 7 AND 9 AND b = 2', [7, 9, 2]],
    ["SELECT a FROM t WHERE n NOT BETWEEN 'a' AND 'b'", "SELECT a FROM t WHERE n NOT BETWEEN 'c' AND ''", ['c', '']],
    ['SELECT a FROM t WHERE id BETWEEN 5 AND 6 + 1', 'SELECT a FROM t WHERE id BETWEEN 7 AND 6 + 1', undefined],
    ["SELECT a FROM t WHERE n IN ('in (5)')", "SELECT a FROM t WHERE n IN ('between 1 and 2')", ['between 1 and 2']],
    ['SELECT a FROM t WHERE (id, b) IN ((5, 6))', 'SELECT a FROM t WHERE (id, b) IN ((7, 8))', undefined],
    ['SELECT a IN (5) FROM t WHERE b = 1', 'SELECT a IN (6) FROM t WHERE b = 1', undefined],
    ['SELECT a FROM t WHERE id = 5; SELECT 1', 'SELECT a FROM t WHERE id = 6; SELECT 1', undefined],
    ['SELECT a FROM t WHERE id = ? AND b = 5', 'SELECT a FROM t WHERE id = ? AND b = 6', undefined],
    ['SELECT a FROM t WHERE id = @x AND b = 5', 'SELECT a FROM t WHERE id = @x AND b = 6', undefined],
    ['SELECT a FROM t GROUP BY a HAVING COUNT(*) > 5', 'SELECT a FROM t GROUP BY a HAVING COUNT(*) > 6', undefined],
  ])('after %s reads %s with the values %j', (first, second, values) => {
    const [found] = readLast(first, second);
    expect(found?.values).toEqual(values);
    expect(outcomeOf(() => readLast(first, second))).toEqual(outcomeOf(() => readLast(second)));
  }); // prettier-ignore

  it('reads the same statements as without earlier texts', () => {
    const number = fc.constantFrom('0', '7', '42', '007', '1234567890123456', '1.5', '1e3', '.5', '0x1f');
    const string = fc.constantFrom("'a'", "''", "'it''s'", "'b\\'s'", "'5'", "'ä'", "'/*'", "'-- '", "'@x?'", "N'n'", '"d"', "'= 5'", "'\0'"); // prettier-ignore
    const plain = (...values: readonly string[]) => fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values));
    const value: fc.Arbitrary<Pair> = fc.oneof(
      { weight: 4, arbitrary: plain('0', '7', '42', '123456789012345') },
      { weight: 4, arbitrary: plain("''", "'a'", "'ä -- /*'", "'@x?'", "'5'") },
      { weight: 1, arbitrary: fc.tuple(fc.oneof(number, string), fc.oneof(number, string)) },
    );
    const joined = (...parts: readonly fc.Arbitrary<Pair>[]): fc.Arbitrary<Pair> =>
      fc.tuple(...parts).map((pairs) => [pairs.map(([one]) => one).join(' '), pairs.map(([, two]) => two).join(' ')]);
    const same = (...texts: readonly string[]): fc.Arbitrary<Pair> => fc.constantFrom(...texts).map((text) => [text, text]); // prettier-ignore
    const operand = fc.oneof(
      { weight: 4, arbitrary: value },
      { weight: 4, arbitrary: same('a', '`b c`', 't.d', "j->'$.x'", "j ->> '$.y'", "DATE '2024-01-01'", '"e"', '-5') },
      joined(same('LOWER(', 'CONCAT('), value, same(')')),
      joined(value, same('+', '-', 'AND'), value),
      joined(same('DATE', '-', 'NOT'), value),
      joined(value, value),
    );
    const comparison = joined(operand, same('=', '<', '<=', '>', '>=', '<>', '!=', '<=>', '->', 'LIKE', 'IS', '='), operand); // prettier-ignore
    const { condition } = fc.letrec<{ condition: Pair }>((tie) => ({
      condition: fc.oneof(
        { depthSize: 'small' },
        { weight: 4, arbitrary: joined(same('a', 't.d'), same('=', '>=', '<>'), value) },
        comparison,
        joined(tie('condition'), same('AND', 'OR', 'XOR'), tie('condition')),
        joined(same('NOT (', '('), tie('condition'), same(')')),
        joined(operand, same('IN ('), value, same(','), value, same(')')),
        joined(operand, same('BETWEEN'), value, same('AND'), value),
        joined(same('a = (SELECT b FROM u WHERE'), tie('condition'), same(')')),
      ),
    }));
    const text = joined(
      fc.oneof(same('SELECT a FROM t', 'SELECT a, `b` FROM t JOIN u ON t.x = 5'), joined(same('SELECT a ='), value, same('FROM t'))), // prettier-ignore
      fc.oneof(
        { weight: 6, arbitrary: same('WHERE') },
        same("/* it's */ WHERE", "-- = '\n WHERE", '# =\n WHERE', '/*! WHERE */'),
      ),
      condition,
      fc.oneof({ weight: 3, arbitrary: same('') }, same(';', 'LIMIT 5', '; SELECT 1', "UNION SELECT b FROM u WHERE c = 'x'"), joined(same('ORDER BY', 'LIMIT', 'GROUP BY', 'HAVING a >'), value)), // prettier-ignore
    );
    let reused = 0;
    const property = fc.property(text, ([first, second]) => {
      const forms = new KnownForms();
      outcomeOf(() => forms.read(first, () => parse(first)));
      const read = () => forms.read(second, () => parse(second));
      expect(outcomeOf(read)).toEqual(outcomeOf(() => readLast(second)));
      if (isReused(read)) reused++;
    });
    fc.assert(property, { numRuns: 3000 });
    expect(reused).toBeGreaterThan(100);
  });
});

/** A text, and another one that may differ from it in its values. */
type Pair = readonly [string, string];

function isReused(read: () => readonly TextStatement[]): boolean {
  try {
    return read()[0]?.values !== undefined;
  } catch {
    return false;
  }
}
