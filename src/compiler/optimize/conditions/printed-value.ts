import type { Expression, Literal } from '../../../model';
import { coerceLiteral, type Resolved } from '../../values';
import { derive, observe } from '../../trace';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;
type ColumnValue = Value & { readonly kind: 'reference' };

/** The relation of a string to the string forms of a column's values: it is one of them, none of them, or this is unknown. */
export type Verdict = 'one' | 'none' | 'unknown';

/** A column type whose values have exactly one string form. */
interface Printed {
  readonly type: 'bigint' | 'decimal' | 'date' | 'string';
  /** The types of a property under which the column keeps its string form. */
  readonly properties: ReadonlySet<string>;
  /** Returns whether no value of the column has this string form. */
  readonly isForeign: (text: string) => boolean;
}

const INTEGERS = { type: 'bigint', properties: new Set(['smallint', 'integer', 'bigint']), isForeign: isNoInteger } as const; // prettier-ignore
const UUIDS = { type: 'string', properties: new Set(['unknown']), isForeign: isNoUuid } as const;
const DATES = { type: 'date', properties: new Set(['date']), isForeign: () => false } as const;

/** Returns how the column is printed if each of its values has exactly one string form, according to its type in the data source. */
export function printedOf({ reference }: ColumnValue, rows: Rows): Printed | undefined {
  const comparison = rows.comparisonOf(reference);
  const printed = comparison === undefined ? undefined : printedBy(comparison);
  return printed?.properties.has(reference.type) === true ? printed : undefined;
}

/** Returns the relation of the string to the string forms of the column's values. */
export function judgeText(literal: Literal, { type, isForeign }: Printed): Verdict {
  return observe(literal, (known) => {
    if (isForeign(known.text)) return 'none';
    return coerceLiteral(known, type)?.text === known.text ? 'one' : 'unknown';
  });
}

/** Returns the value with this string form, bound like the string. */
export function valueOfText(literal: Literal, { type }: Printed): Literal {
  return derive(literal, (known) => coerceLiteral(known, type)) ?? literal;
}

function printedBy(comparison: string): Printed | undefined {
  if (comparison === 'integer') return INTEGERS;
  if (comparison === 'date') return DATES;
  if (comparison === 'uuid') return UUIDS;
  const [, scale] = /^decimal\(\d+,\s*(\d+)\)$/.exec(comparison) ?? [];
  if (scale === undefined) return undefined;
  const form = new RegExp(`^-?(?:0|[1-9]\\d*)${scale === '0' ? '' : `\\.\\d{${scale}}`}$`);
  return {
    type: 'decimal',
    properties: new Set(['decimal']),
    isForeign: (text) => !form.test(text) || /^-[0.]+$/.test(text),
  };
}

function isNoUuid(text: string): boolean {
  return !/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
}

function isNoInteger(text: string): boolean {
  return !/^(?:0|-?[1-9]\d*)$/.test(text);
}
