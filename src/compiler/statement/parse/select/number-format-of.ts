/** A format of TO_CHAR for numbers, such as `FM9,990.00`. */
export interface NumberFormat {
  /** Whether the result is not padded, and trailing `9` of the fraction are omitted where the digit is 0 (`FM`). */
  readonly isTrimmed: boolean;
  /** The integer part, with commas. */
  readonly whole: string;
  /** The fraction, without the point. */
  readonly fraction: string;
}

/** Formats of numbers begin with a digit, after signs and currencies, which are not supported. */
const OF_NUMBER = /^(?:FM|MI|SG|PL|PR|[$LSBU\s+-])*[.,GD]*[09]/iu;
const UNKNOWN = /[^09.,GD]+/iu;
const GROUPED = /^[09]{1,3}(?:,[09]{3})+$/u;
/** The most digits after the point that FORMAT returns on every engine. */
const MOST_DIGITS = 20;

/**
 * Returns a format of TO_CHAR as the format of a number, the reason why it is not supported, or undefined if it is the
 * format of a date.
 */
export function numberFormatOf(format: string): NumberFormat | { readonly reason: string } | undefined {
  if (!OF_NUMBER.test(format)) return undefined;
  const isTrimmed = /^FM/iu.test(format);
  const pattern = isTrimmed ? format.slice(2) : format;
  const unknown = UNKNOWN.exec(pattern)?.[0];
  if (unknown !== undefined) return { reason: `contains "${unknown}"` };
  const [whole = '', fraction = '', ...others] = pattern.replaceAll(/G/giu, ',').replaceAll(/D/giu, '.').split('.');
  if (others.length > 0) return { reason: 'contains two points' };
  if (fraction.includes(',')) return { reason: 'contains a comma after the point' };
  if (whole.includes(',') && !GROUPED.test(whole))
    return { reason: 'contains a comma that does not separate thousands' };
  if (fraction.length > MOST_DIGITS) return { reason: `contains more than ${MOST_DIGITS} digits after the point` };
  return { isTrimmed, whole, fraction };
}
