import type { Expression, Literal } from '../../../model';
import { coerceLiteral, type Resolved } from '../../values';
import { derive, observe } from '../../trace';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;
type ColumnValue = Value & { readonly kind: 'reference' };

/** What a text is to the printed values of a column: one of them, none of them, or that is not known. */
export type Verdict = 'one' | 'none' | 'unknown';

/** Columns whose values print in one way only. */
interface Printed {
  readonly type: 'bigint' | 'decimal' | 'date' | 'string';
  /** The types of a property under which the column prints as it is. */
  readonly properties: ReadonlySet<string>;
  /** Whether the column prints nothing like this text. */
  readonly isForeign: (text: string) => boolean;
}

const INTEGERS = { type: 'bigint', properties: new Set(['smallint', 'integer', 'bigint']), isForeign: isNoInteger } as const; // prettier-ignore
const UUIDS = { type: 'string', properties: new Set(['unknown']), isForeign: isNoUuid } as const;
const DATES = { type: 'date', properties: new Set(['date']), isForeign: () => false } as const;

/** A column that prints its values in one way, by its type in the data source. */
export function printedOf({ reference }: ColumnValue, rows: Rows): Printed | undefined {
  const comparison = rows.comparisonOf(reference);
  const printed = comparison === undefined ? undefined : printedBy(comparison);
  return printed?.properties.has(reference.type) === true ? printed : undefined;
}

/** What the text is to a column that prints in this way. */
export function judgeText(literal: Literal, { type, isForeign }: Printed): Verdict {
  return observe(literal, (known) => {
    if (isForeign(known.text)) return 'none';
    return coerceLiteral(known, type)?.text === known.text ? 'one' : 'unknown';
  });
}

/** The value that prints as the text does: bound as the text was. */
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
