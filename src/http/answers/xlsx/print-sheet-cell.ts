import { ServiceError } from '../../../errors';
import { type Cell, daysOfDate, type NestedCell, type OutputColumn } from '../../../model';
import { STYLES } from './workbook-parts';

/** The longest text of a cell, in UTF-16 code units (Excel's specifications and limits). */
const LONGEST_TEXT = 32_767;
/** Decimals with more digits are rounded by spreadsheets. */
const EXACT_DIGITS = 15;
const DAY_SECONDS = 86_400;
/** Spreadsheets count days from here, and have a 29 February 1900 that did not exist: dates before March 1900 are texts. */
const DAY_ZERO = Date.UTC(1899, 11, 30) / (DAY_SECONDS * 1000);
const FIRST_DAY = 61;

/** Characters that XML or its readers change, and what looks like their escape (ECMA-376, part 1, ST_Xstring). */
const SPECIAL = /[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[\da-fA-F]{4}_)/g; // prettier-ignore
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Beginnings that make a spreadsheet read a text as a formula when somebody edits its cell. */
const FORMULA = /^[=+\-@]/;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3})0*)?$/;

/** Prints a cell of one column at a reference such as `B7`, as an element of the sheet; an empty string for NULL. */
export type PrintSheetCell = (cell: Cell | NestedCell, reference: string) => string;

/**
 * Returns the printer of a column. Numbers, dates and times are cells of their kind where a spreadsheet keeps them exactly, else texts. Throws
 * `format_bad_value` for a text that is longer than a cell.
 */
export function sheetCellPrinter({ name, type }: OutputColumn): PrintSheetCell {
  const shape = SHAPES[type];
  return (cell, reference) => {
    if (cell === null) return '';
    if (typeof cell === 'object') return textElement(cell.print(JSON.stringify), reference, name);
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return numberElement(cell, reference);
    return shape?.(cell, reference) ?? textElement(cell, reference, name);
  };
}

/** Returns the element of a string that stands for a value of another kind; undefined where it must be a text. */
type Shape = (text: string, reference: string) => string | undefined;

const SHAPES: Readonly<Partial<Record<OutputColumn['type'], Shape>>> = {
  decimal: shapeDecimal,
  date: (text, reference) => {
    const day = dayOf(text);
    return day === undefined ? undefined : numberElement(day, reference, STYLES.date);
  },
  time: (text, reference) => {
    const time = secondsOf(text);
    if (time === undefined) return undefined;
    return numberElement(time.seconds / DAY_SECONDS, reference, time.isWhole ? STYLES.time : STYLES.exactTime);
  },
  timestamp: (text, reference) => {
    const [day, time] = [dayOf(text.slice(0, 10)), secondsOf(text.slice(11))];
    if (day === undefined || time === undefined) return undefined;
    const style = time.isWhole ? STYLES.timestamp : STYLES.exactTimestamp;
    return numberElement(day + time.seconds / DAY_SECONDS, reference, style);
  },
};

function shapeDecimal(text: string, reference: string): string | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const digits = plain.replace(/^-?0*\.?0*|\./g, '').length;
  return digits > EXACT_DIGITS ? undefined : numberElement(Number(plain), reference);
}

function dayOf(text: string): number | undefined {
  const days = daysOfDate(text);
  return days === undefined || days - DAY_ZERO < FIRST_DAY ? undefined : days - DAY_ZERO;
}

function secondsOf(text: string): { readonly seconds: number; readonly isWhole: boolean } | undefined {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, milliseconds] = found;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { seconds: whole + Number(milliseconds ?? 0) / 1000, isWhole: milliseconds === undefined };
}

function numberElement(value: number, reference: string, style = 0): string {
  return `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${value}</v></c>`;
}

/** Returns the element of a text. It stands in the sheet itself and has no formula, so that no spreadsheet runs it. */
export function textElement(text: string, reference: string, column: string): string {
  if (text.length > LONGEST_TEXT)
    throw new ServiceError('format_bad_value', `column "${column}" has a string that is longer than a cell of XLSX`, {
      hint: `cells have at most ${LONGEST_TEXT} characters: use another format, or SUBSTRING`,
    });
  const style = FORMULA.test(text) ? ` s="${STYLES.text}"` : '';
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;
}

function escape(text: string): string {
  return text.replace(
    SPECIAL,
    (special) => ENTITIES[special] ?? `_x${special.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
