import type { Call, Expression, Reference, Written } from '../../../../model';
import { AGGREGATES, NULL_AGGREGATES } from '../tokens/keywords';
import type { TokenCursor } from '../tokens/token-cursor';

type Operand = Expression<Written>;

/** Reports whether `FILTER (WHERE ..)` follows. */
function atFilter(cursor: TokenCursor): boolean {
  return cursor.at('FILTER', '(', 'WHERE');
}

function parseCondition(cursor: TokenCursor): Operand {
  cursor.expect('FILTER', '(', 'WHERE');
  const condition = cursor.expression();
  cursor.expect(')');
  return condition;
}

/** Parses `FILTER (WHERE c)` after a name. A measure becomes a call of it and the condition, which the planner resolves. */
export function takeMeasureFilter(cursor: TokenCursor, operand: Reference<Written>): Operand {
  if (!isMeasure(operand) || !atFilter(cursor)) return operand;
  const { at } = operand.reference;
  return { kind: 'call', name: 'MEASURE FILTER', arguments: [operand, parseCondition(cursor)], distinct: false, at };
}

/**
 * Parses `FILTER (WHERE c)` after a call. Aggregates skip NULL, so the aggregate of x is that of `CASE WHEN c THEN x END`.
 * One that includes NULL becomes a call with the condition as its last argument. Rejects the clause after any other function.
 */
export function takeFilter(cursor: TokenCursor, call: Call<Written>): Call<Written> {
  if (!atFilter(cursor)) return call;
  const includesNull = NULL_AGGREGATES.has(call.name);
  if (!includesNull && !AGGREGATES.has(call.name))
    cursor.refuse({ message: `${call.name} is not an aggregate and does not support FILTER` });
  const [first, ...others] = call.arguments;
  const when = parseCondition(cursor);
  if (includesNull) {
    const passes: Operand = { kind: 'case', branches: [{ when, then: ONE }] };
    return { ...call, filtered: true, arguments: [...call.arguments, passes] };
  }
  if (first?.kind === 'reference' && isMeasure(first))
    return { kind: 'call', name: 'MEASURE FILTER', arguments: [first, when], distinct: false, at: call.at };
  const then: Operand = first === undefined || first.kind === 'star' || first.kind === 'unit' ? ONE : first;
  return { ...call, arguments: [{ kind: 'case', branches: [{ when, then }] }, ...others] };
}

const ONE: Operand = { kind: 'literal', type: 'integer', text: '1' };

function isMeasure({ reference }: Reference<Written>): boolean {
  return /^measure\./i.test(reference.parts.at(-1)?.name ?? '');
}
