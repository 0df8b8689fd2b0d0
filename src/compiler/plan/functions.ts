import type { ValueType } from './plan';

/** The result type of a function: one type, or that of the argument at an index. */
export type ResultType = ValueType | { readonly like: number } | 'sum' | 'average';

export interface FunctionRule {
  readonly result: ResultType;
  /** Fewest and most arguments. */
  readonly least: number;
  readonly most: number;
  readonly kind: 'scalar' | 'aggregate' | 'window';
}

const scalar = (result: ResultType, least: number, most = least): FunctionRule => ({
  result,
  least,
  most,
  kind: 'scalar',
});
const aggregate = (result: ResultType): FunctionRule => ({ result, least: 1, most: 1, kind: 'aggregate' });
const window = (result: ResultType, least: number, most = least): FunctionRule => ({
  result,
  least,
  most,
  kind: 'window',
});

const MANY = 255;
const FIRST = { like: 0 } as const;
const SECOND = { like: 1 } as const;

/** The functions that a statement may call: all of them without side effects, without waiting and without reach beyond their arguments. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>(
  Object.entries({
    COUNT: { result: 'bigint', least: 1, most: MANY, kind: 'aggregate' },
    SUM: aggregate('sum'),
    AVG: aggregate('average'),
    MIN: aggregate(FIRST),
    MAX: aggregate(FIRST),
    GROUP_CONCAT: { result: 'string', least: 1, most: MANY, kind: 'aggregate' },
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

    ROW_NUMBER: window('bigint', 0),
    RANK: window('bigint', 0),
    DENSE_RANK: window('bigint', 0),
    PERCENT_RANK: window('double', 0),
    CUME_DIST: window('double', 0),
    NTILE: window('bigint', 1),
    LAG: window(FIRST, 1, 3),
    LEAD: window(FIRST, 1, 3),
    FIRST_VALUE: window(FIRST, 1),
    LAST_VALUE: window(FIRST, 1),
    NTH_VALUE: window(FIRST, 2),

    IF: scalar(SECOND, 3),
    IFNULL: scalar(FIRST, 2),
    NULLIF: scalar(FIRST, 2),
    COALESCE: scalar(FIRST, 1, MANY),
    GREATEST: scalar(FIRST, 2, MANY),
    LEAST: scalar(FIRST, 2, MANY),
    ISNULL: scalar('truth', 1),

    CONCAT: scalar('string', 1, MANY),
    CONCAT_WS: scalar('string', 2, MANY),
    UPPER: scalar('string', 1),
    UCASE: scalar('string', 1),
    LOWER: scalar('string', 1),
    LCASE: scalar('string', 1),
    LENGTH: scalar('bigint', 1),
    CHAR_LENGTH: scalar('bigint', 1),
    CHARACTER_LENGTH: scalar('bigint', 1),
    LEFT: scalar('string', 2),
    RIGHT: scalar('string', 2),
    SUBSTRING: scalar('string', 2, 3),
    SUBSTR: scalar('string', 2, 3),
    MID: scalar('string', 3),
    SUBSTRING_INDEX: scalar('string', 3),
    LOCATE: scalar('bigint', 2, 3),
    INSTR: scalar('bigint', 2),
    REPLACE: scalar('string', 3),
    REVERSE: scalar('string', 1),
    REPEAT: scalar('string', 2),
    LPAD: scalar('string', 3),
    RPAD: scalar('string', 3),
    LTRIM: scalar('string', 1),
    RTRIM: scalar('string', 1),
    TRIM: scalar('string', 1),
    ASCII: scalar('bigint', 1),
    MD5: scalar('string', 1),
    HEX: scalar('string', 1),

    ABS: scalar(FIRST, 1),
    CEIL: scalar('unknown', 1),
    CEILING: scalar('unknown', 1),
    FLOOR: scalar('unknown', 1),
    ROUND: scalar(FIRST, 1, 2),
    TRUNCATE: scalar(FIRST, 2),
    MOD: scalar('unknown', 2),
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
    DAYNAME: scalar('string', 1),
    MONTHNAME: scalar('string', 1),
    DATE: scalar('date', 1),
    LAST_DAY: scalar('date', 1),
    DATE_FORMAT: scalar('string', 2),
    DATE_ADD: scalar('unknown', 2),
    DATE_SUB: scalar('unknown', 2),
    ADDDATE: scalar('unknown', 2),
    SUBDATE: scalar('unknown', 2),
    DATEDIFF: scalar('bigint', 2),
    TIMESTAMPDIFF: scalar('bigint', 3),
    TIMESTAMPADD: scalar('unknown', 3),
    NOW: scalar('timestamp', 0),
    CURRENT_TIMESTAMP: scalar('timestamp', 0),
    CURDATE: scalar('date', 0),
    CURRENT_DATE: scalar('date', 0),
  } satisfies Record<string, FunctionRule>),
);
