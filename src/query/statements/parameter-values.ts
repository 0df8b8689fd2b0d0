import { ServiceError, suggest } from '../../errors';
import type { Literal } from '../../model';

/** The member `parameters` of a body: the values of `?` in their order, or the value of each `:name`. */
export type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A literal without its place. */
export type LiteralValue = Pick<Literal, 'type' | 'text'>;

const HOW = 'add "parameters" to the body: a list of values for ?, or an object with a value for each :name';
/** The limit of the values in one statement. */
const MOST_VALUES = 30_000;

/** Rejects parameters that do not fit the placeholders: another form, one without a value, or a value without a placeholder. */
export function checkParameters(placeholders: readonly Literal[], parameters: Parameters | undefined): void {
  const [first] = placeholders;
  const isNamed = first === undefined ? undefined : typeof first.parameter === 'string';
  if (parameters === undefined)
    throw new ServiceError('request_malformed', 'the parameter has no value', { hint: HOW, offset: first?.at });
  if (isNamed !== undefined && isNamed === Array.isArray(parameters)) {
    const message = isNamed
      ? 'the statement names its parameters, but "parameters" is a list'
      : 'the statement has ?, but "parameters" is an object';
    throw new ServiceError('request_malformed', message, { hint: HOW, offset: first?.at });
  }
  const names = new Set(placeholders.map(({ parameter }) => String(parameter)));
  for (const placeholder of placeholders) checkPresent(placeholder, parameters);
  const superfluous = Object.keys(parameters).find((name) => !names.has(name));
  if (superfluous === undefined) return;
  const message = Array.isArray(parameters)
    ? `"parameters" has ${parameters.length} values, but the number of ? in the statement is ${names.size}`
    : `there is no :${superfluous} in the statement`;
  throw new ServiceError('request_malformed', message, { hint: suggest(superfluous, isNamed === true ? names : []) });
}

function checkPresent({ parameter = '', at }: Literal, parameters: Parameters): void {
  if (Object.hasOwn(parameters, parameter)) return;
  const message =
    typeof parameter === 'number'
      ? `parameter ${parameter + 1} has no value`
      : `the parameter :${parameter} has no value`;
  const hint = typeof parameter === 'number' ? HOW : (suggest(parameter, Object.keys(parameters)) ?? HOW);
  throw new ServiceError('request_malformed', message, { hint, offset: at });
}

/** Returns the value of a parameter as a literal, or as the literals of a list. Rejects values that no literal represents. */
export function readParameter(
  { parameter = '', at }: Literal,
  parameters: Parameters,
): LiteralValue | readonly LiteralValue[] {
  const value: unknown = Reflect.get(parameters, parameter);
  if (!Array.isArray(value)) return readValue(value, at);
  if (value.length === 0)
    throw new ServiceError('request_malformed', 'the list of a parameter is empty', {
      hint: 'IN needs at least one value',
      offset: at,
    });
  if (value.length > MOST_VALUES)
    throw new ServiceError('statement_too_large', `a parameter has at most ${MOST_VALUES} values`, { offset: at });
  return value.map((item) => readValue(item, at));
}

function readValue(value: unknown, offset: number | undefined): LiteralValue {
  switch (typeof value) {
    case 'string':
      return { type: 'string', text: value };
    case 'boolean':
      return { type: 'boolean', text: String(value) };
    case 'number':
      return readNumber(value, offset);
    default:
      if (value === null) return { type: 'null', text: '' };
      throw new ServiceError('request_malformed', 'the value of a parameter is not a string, number, boolean or null', {
        hint: 'only IN (:name) accepts a list of these',
        offset,
      });
  }
}

/** Returns a JSON number as the literal with these digits. */
function readNumber(value: number, offset: number | undefined): LiteralValue {
  if (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)) {
    const text = String(value);
    if (Number.isInteger(value)) return { type: 'integer', text };
    return { type: text.includes('e') ? 'double' : 'decimal', text };
  }
  throw new ServiceError('request_malformed', 'a number of a parameter is not exact in JSON', {
    hint: 'send numbers beyond 2^53 as strings',
    offset,
  });
}
