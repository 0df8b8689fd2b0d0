import { type Expression, type MaskRule } from '../../model';
import { call, constant, isNull, NULL } from '../tree';
import { asText, type Resolved, type ValueType } from '../values';

type Value = Expression<Resolved>;

/** The greatest number of characters that a partial mask keeps at either end. */
export const MOST_KEPT = 1000;
const DEFAULT_MASK = 'XXXXXXXXX';

/** The mask of a value. */
export interface AppliedMask extends MaskRule {
  /** Whether NULL is masked like any other value. */
  readonly hidesNull?: true;
}

/** The mask of sensitive properties without a policy. */
export const DEFAULT_RULE: AppliedMask = { name: 'constant', arguments: [DEFAULT_MASK] };
/** The mask of properties calculated from masked ones: even whether the value is NULL could disclose a masked value. */
export const OPAQUE_RULE: AppliedMask = { ...DEFAULT_RULE, hidesNull: true };

/**
 * Returns the value as a caller without UNMASK sees it: masked by the rule for strings and columns of unknown type,
 * NULL for other types. NULL remains NULL unless the rule hides it. `keyOf` returns the key of the hash.
 */
export function maskValue(value: Value, type: ValueType, rule: AppliedMask, keyOf: () => string): Value {
  if ((type !== 'string' && type !== 'unknown') || rule.name === 'null') return nothingOf(type);
  if (value.kind === 'literal' && value.type === 'null') return value;
  const masked = MASKS[rule.name](type === 'unknown' ? asText(value) : value, rule.arguments, keyOf);
  return rule.hidesNull ? masked : { kind: 'case', branches: [{ when: isNull(value), then: NULL }], otherwise: masked };
}

function nothingOf(type: ValueType): Value {
  const isScalar = type !== 'unknown' && type !== 'truth' && type !== 'null' && type !== 'binary';
  return isScalar ? { ...NULL, of: type } : NULL;
}

/**
 * Returns a keyed hash: equal values have equal hashes, and a caller without the key cannot test guesses. The key is a
 * bound parameter, not part of the SQL.
 */
export function keyedHash(value: Value, secret: string): Value {
  const key: Value = { kind: 'literal', type: 'string', text: secret, secret: true };
  return call('SHA2', call('CONCAT', key, value), constant('integer', '256'));
}

const MASKS: Readonly<
  Record<Exclude<MaskRule['name'], 'null'>, (value: Value, parameters: readonly string[], keyOf: () => string) => Value>
> = {
  constant: (_, [text]) => constant('string', text ?? DEFAULT_MASK),
  hash: (value, _, keyOf) => keyedHash(value, keyOf()),
  partial: (value, [first = '0', last = '0']) => partial(value, count(first), count(last)),
};

/**
 * Returns the first and last characters around a mask of fixed length. A string no longer than those characters is
 * masked entirely.
 */
function partial(value: Value, first: number, last: number): Value {
  const kept = first + last;
  const head = call<Resolved>('LEFT', value, constant('integer', String(first)));
  const tail = call<Resolved>('RIGHT', value, constant('integer', String(last)));
  const parts = [...(first > 0 ? [head] : []), constant('string', DEFAULT_MASK), ...(last > 0 ? [tail] : [])];
  const isLonger: Value = {
    kind: 'binary',
    operator: '>',
    left: call('CHAR_LENGTH', value),
    right: constant('integer', String(kept)),
  };
  return {
    kind: 'case',
    branches: [{ when: isLonger, then: call('CONCAT', ...parts) }],
    otherwise: constant('string', DEFAULT_MASK),
  };
}

function count(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? Math.min(number, MOST_KEPT) : 0;
}
