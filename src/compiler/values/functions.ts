import type { Call } from '../../model';
import { typeOfTimeText } from './parse-time-format';
import type { Resolved, ValueType } from './plan.ast';

/** The result type of a function: a type, the type of the argument at an index, or one that `typeOf` computes from the types of its arguments. */
export type KnownResult = ValueType | { readonly like: number } | Computed;
type Computed = 'sum' | 'average' | 'number' | 'whole' | 'remainder' | 'moved';
/** A result type, or a function of the call if the type depends on more than the argument types. */
export type ResultType = KnownResult | ((call: Call<Resolved>) => ValueType);

/**
 * The greatest length of a string that a function returns (`emit/text-size.ts` computes the lengths): `short` for any
 * argument, the argument that is `chosen` or `kept`, a `part` of an argument (`counted` in characters), or longer than
 * the arguments.
 */
export type TextGrowth =
  | 'short'
  | 'chosen'
  | 'kept'
  | 'part'
  | 'counted'
  | 'cased'
  | 'split'
  | 'joined'
  | 'separated'
  | 'repeated'
  | 'spaces'
  | 'padded'
  | 'replaced'
  | 'matched'
  | 'doubled'
  | 'formatted'
  | 'gathered';

/** A type that is never a string; `unknown` is a number or a date. */
type Textless = Exclude<ValueType, 'string' | 'binary'> | Computed;

interface Signature {
  /** Smallest and greatest number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly kind: 'scalar' | 'aggregate' | 'window';
  /** Whether the function returns the current time if it has no arguments. */
  readonly readsClock?: true;
}

/** A function that can be called. A function that can return a string declares the growth of that string. */
export type FunctionRule = Signature &
  (
    | { readonly result: Textless; readonly growth?: 'split' }
    | { readonly result: ResultType; readonly growth: TextGrowth }
  );

const scalar = (result: Textless, least: number, most = least) => ({ result, least, most, kind: 'scalar' }) as const;
const text = (growth: TextGrowth, least: number, most = least) =>
  ({ result: 'string', growth, least, most, kind: 'scalar' }) as const;
/** Declares a scalar function with the type of one of its arguments. */
const like = (index: number, growth: TextGrowth, least: number, most = least) =>
  ({ result: { like: index }, growth, least, most, kind: 'scalar' }) as const;
const clock = (result: Textless, most = 0) => ({ ...scalar(result, 0, most), readsClock: true }) as const;
const aggregate = (result: Textless) => ({ result, least: 1, most: 1, kind: 'aggregate' }) as const;
const window = (result: Textless, least: number, most = least) => ({ result, least, most, kind: 'window' }) as const;
const gathered = (least: number, most = least) =>
  ({ result: 'string', growth: 'gathered', least, most, kind: 'aggregate' }) as const;
/** Declares a function that returns one of the values of a group or a window. */
const kept = (kind: 'aggregate' | 'window', least: number, most = least) =>
  ({ result: { like: 0 }, growth: 'kept', least, most, kind }) as const;

const MANY = 255;

/**
 * The functions that a statement may call. None has side effects, waits, or accesses anything except its arguments and
 * the clock.
 */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>(
  Object.entries({
    COUNT: { result: 'bigint', least: 1, most: MANY, kind: 'aggregate' },
    SUM: aggregate('sum'),
    AVG: aggregate('average'),
    MIN: kept('aggregate', 1),
    MAX: kept('aggregate', 1),
    GROUP_CONCAT: gathered(1, MANY),
    JSON_ARRAYAGG: gathered(1),
    JSON_OBJECTAGG: gathered(2),
    STD: aggregate('double'),
    STDDEV: aggregate('double'),
    STDDEV_POP: aggregate('double'),
    STDDEV_SAMP: aggregate('double'),
    VARIANCE: aggregate('double'),
    VAR_POP: aggregate('double'),
    VAR_SAMP: aggregate('double'),
    BIT_AND: aggregate('bigint'),
    BIT_OR: aggregate('bigint'),
    BIT_XOR: aggregate('bigint'),
    MEDIAN: aggregate('double'),

    ROW_NUMBER: window('bigint', 0),
    RANK: window('bigint', 0),
    DENSE_RANK: window('bigint', 0),
    PERCENT_RANK: window('double', 0),
    CUME_DIST: window('double', 0),
    NTILE: window('bigint', 1),
    LAG: kept('window', 1, 3),
    LEAD: kept('window', 1, 3),
    FIRST_VALUE: kept('window', 1),
    LAST_VALUE: kept('window', 1),
    NTH_VALUE: kept('window', 2),

    IF: like(1, 'chosen', 3),
    IFNULL: like(0, 'chosen', 2),
    NULLIF: like(0, 'chosen', 2),
    COALESCE: like(0, 'chosen', 1, MANY),
    GREATEST: like(0, 'chosen', 2, MANY),
    LEAST: like(0, 'chosen', 2, MANY),
    ISNULL: scalar('truth', 1),

    CONCAT: text('joined', 1, MANY),
    CONCAT_WS: text('separated', 2, MANY),
    UPPER: text('cased', 1),
    UCASE: text('cased', 1),
    LOWER: text('cased', 1),
    LCASE: text('cased', 1),
    LENGTH: scalar('bigint', 1),
    OCTET_LENGTH: scalar('bigint', 1),
    BIT_LENGTH: scalar('bigint', 1),
    CHAR_LENGTH: scalar('bigint', 1),
    CHARACTER_LENGTH: scalar('bigint', 1),
    LEFT: text('counted', 2),
    RIGHT: text('counted', 2),
    SUBSTRING: text('part', 2, 3),
    SUBSTR: text('part', 2, 3),
    MID: text('part', 3),
    SUBSTRING_INDEX: text('split', 3),
    LOCATE: scalar('bigint', 2, 3),
    INSTR: scalar('bigint', 2),
    REPLACE: text('replaced', 3),
    REVERSE: text('part', 1),
    REPEAT: text('repeated', 2),
    SPACE: text('spaces', 1),
    STRCMP: scalar('integer', 2),
    FIELD: scalar('bigint', 2, MANY),
    ELT: text('chosen', 2, MANY),
    FIND_IN_SET: { ...scalar('bigint', 2), growth: 'split' },
    FORMAT: text('short', 2),
    REGEXP_REPLACE: text('matched', 3),
    REGEXP_SUBSTR: text('part', 2),
    REGEXP_INSTR: scalar('bigint', 2),
    LPAD: text('padded', 3),
    RPAD: text('padded', 3),
    LTRIM: text('part', 1),
    RTRIM: text('part', 1),
    TRIM: text('part', 1),
    ASCII: scalar('bigint', 1),
    MD5: text('short', 1),
    SHA: text('short', 1),
    SHA1: text('short', 1),
    SHA2: text('short', 2),
    HEX: text('doubled', 1),
    UNHEX: { ...text('part', 1), result: 'binary' },

    JSON_EXTRACT: text('split', 2),
    JSON_UNQUOTE: text('split', 1),
    JSON_VALUE: text('split', 2),
    JSON_LENGTH: { ...scalar('bigint', 1, 2), growth: 'split' },
    JSON_TYPE: text('split', 1),

    ABS: scalar('number', 1),
    CEIL: scalar('whole', 1),
    CEILING: scalar('whole', 1),
    FLOOR: scalar('whole', 1),
    ROUND: scalar('number', 1, 2),
    TRUNCATE: scalar('number', 2),
    MOD: scalar('remainder', 2),
    POWER: scalar('double', 2),
    POW: scalar('double', 2),
    SQRT: scalar('double', 1),
    EXP: scalar('double', 1),
    LN: scalar('double', 1),
    LOG: scalar('double', 1, 2),
    LOG2: scalar('double', 1),
    LOG10: scalar('double', 1),
    SIGN: scalar('integer', 1),
    PI: scalar('double', 0),
    SIN: scalar('double', 1),
    COS: scalar('double', 1),
    TAN: scalar('double', 1),
    ASIN: scalar('double', 1),
    ACOS: scalar('double', 1),
    ATAN: scalar('double', 1),
    ATAN2: scalar('double', 2),
    RADIANS: scalar('double', 1),
    DEGREES: scalar('double', 1),
    BIT_COUNT: scalar('bigint', 1),
    BIN: text('short', 1),
    OCT: text('short', 1),
    CONV: text('short', 3),

    YEAR: scalar('integer', 1),
    QUARTER: scalar('integer', 1),
    MONTH: scalar('integer', 1),
    DAY: scalar('integer', 1),
    DAYOFMONTH: scalar('integer', 1),
    DAYOFWEEK: scalar('integer', 1),
    DAYOFYEAR: scalar('integer', 1),
    WEEKDAY: scalar('integer', 1),
    HOUR: scalar('integer', 1),
    MINUTE: scalar('integer', 1),
    SECOND: scalar('integer', 1),
    MICROSECOND: scalar('integer', 1),
    WEEK: scalar('integer', 1, 2),
    WEEKOFYEAR: scalar('integer', 1),
    YEARWEEK: scalar('integer', 1, 2),
    DAYNAME: text('short', 1),
    MONTHNAME: text('short', 1),
    DATE: scalar('date', 1),
    TIME: scalar('time', 1),
    MAKEDATE: scalar('date', 2),
    TO_DAYS: scalar('bigint', 1),
    FROM_DAYS: scalar('date', 1),
    STR_TO_DATE: { ...text('short', 2), result: typeOfTimeText },
    TIME_TO_SEC: scalar('bigint', 1),
    SEC_TO_TIME: text('short', 1),
    UNIX_TIMESTAMP: clock('bigint', 1),
    FROM_UNIXTIME: {
      ...text('formatted', 1, 2),
      result: (call: Call<Resolved>) => (call.arguments.length > 1 ? 'string' : 'timestamp'),
    },
    LAST_DAY: scalar('date', 1),
    DATE_TRUNC: scalar('timestamp', 2),
    DATE_FORMAT: text('formatted', 2),
    DATE_ADD: scalar('moved', 2),
    DATE_SUB: scalar('moved', 2),
    ADDDATE: scalar('moved', 2),
    SUBDATE: scalar('moved', 2),
    DATEDIFF: scalar('bigint', 2),
    TIMESTAMPDIFF: scalar('bigint', 3),
    TIMESTAMPADD: scalar('moved', 3),
    NOW: clock('timestamp'),
    CURRENT_TIMESTAMP: clock('timestamp'),
    LOCALTIME: clock('timestamp'),
    LOCALTIMESTAMP: clock('timestamp'),
    UTC_TIMESTAMP: clock('timestamp'),
    CURDATE: clock('date'),
    CURRENT_DATE: clock('date'),
    UTC_DATE: clock('date'),
    CURTIME: clock('time'),
    CURRENT_TIME: clock('time'),
    UTC_TIME: clock('time'),
  } satisfies Record<string, FunctionRule>),
);
