import type { BinaryOperator, DialectTraits, Expression, Literal } from '../../../model';
import type { Resolved } from '../../values';
import { derive } from '../../trace';
import { binary, conjunction, isExpression, disjunction } from '../../tree';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;
type Range = '<' | '<=' | '>' | '>=';

/** The year or day of a column, with the first and last column values of a given period. */
interface Period {
  readonly column: Value;
  /** Returns the lower bound of a period. A column may hold months and days with the number 0, which precede January 1. */
  readonly from: (literal: Literal) => { readonly operator: '>' | '>='; readonly literal: Literal } | undefined;
  readonly last: (literal: Literal) => Literal | undefined;
  /** Whether all values of the column belong to a period, so that open ranges can be written. */
  readonly isTotal: boolean;
}

const MOST_PERIODS = 5;
const OPPOSITE = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/**
 * Rewrites `YEAR(d) = 2020` and `DATE(t) = '2020-01-01'` as ranges of the column itself, so that an index can be used.
 * This is correct where FALSE and NULL are equivalent. Returns undefined if the column is not known to hold dates or
 * times.
 */
export function rangeOfDates(condition: Value, rows: Rows, traits: DialectTraits): Value | undefined {
  const periodOf = (value: Value): Period | undefined => readPeriod(value, rows, traits);
  switch (condition.kind) {
    case 'binary': {
      if (!isRange(condition.operator)) return undefined;
      const [left, right] = [periodOf(condition.left), periodOf(condition.right)];
      if (left !== undefined) return compare(left, condition.operator, condition.right);
      return right && compare(right, OPPOSITE[condition.operator], condition.left);
    }
    case 'between': {
      const period = condition.negated ? undefined : periodOf(condition.operand);
      return period && within(period, condition.low, condition.high);
    }
    case 'in-list': {
      const period =
        condition.negated || condition.items.length > MOST_PERIODS ? undefined : periodOf(condition.operand);
      return period && oneOf(condition.items.map((item) => within(period, item, item)));
    }
    default:
      return undefined;
  }
}

function isRange(operator: BinaryOperator): operator is keyof typeof OPPOSITE {
  return operator in OPPOSITE;
}

function compare(period: Period, operator: keyof typeof OPPOSITE, value: Value): Value | undefined {
  if (operator === '=') return within(period, value, value);
  if (!period.isTotal || value.kind !== 'literal') return undefined;
  return operator === '<' || operator === '>=' ? beside(period, operator, value) : upTo(period, operator, value);
}

function within(period: Period, low: Value, high: Value): Value | undefined {
  if (low.kind !== 'literal' || high.kind !== 'literal') return undefined;
  const [from, to] = [beside(period, '>=', low), upTo(period, '<=', high)];
  return from && to && conjunction([from, to]);
}

/** Returns the condition for values in or after the period, or for values before it. */
function beside({ column, from }: Period, operator: '>=' | '<', value: Literal): Value | undefined {
  const first = from(value);
  if (first === undefined) return undefined;
  const before: Range = first.operator === '>=' ? '<' : '<=';
  return binary(column, operator === '<' ? before : first.operator, first.literal);
}

/** Returns the condition for values in or before the period, or for values after it. */
function upTo({ column, last }: Period, operator: '<=' | '>', value: Literal): Value | undefined {
  const end = last(value);
  return end && binary(column, operator, end);
}

function oneOf(conditions: readonly (Value | undefined)[]): Value | undefined {
  return conditions.includes(undefined) ? undefined : disjunction(conditions);
}

function readPeriod(value: Value, rows: Rows, traits: DialectTraits): Period | undefined {
  const { name, operand } = readPart(value);
  if (name === undefined || operand?.kind !== 'reference') return undefined;
  const holds = kindOf(rows.comparisonOf(operand.reference));
  if (holds !== operand.reference.type) return undefined;
  if (name === 'YEAR') return { column: operand, isTotal: !traits.hasInfiniteDates, ...boundsOfYear(holds) };
  return holds === 'timestamp' ? { column: operand, isTotal: true, ...BOUNDS_OF_DAY } : undefined;
}

function readPart(value: Value): { readonly name?: 'YEAR' | 'DATE'; readonly operand?: Value } {
  if (value.kind === 'extract') return value.unit === 'YEAR' ? { name: 'YEAR', operand: value.operand } : {};
  if (value.kind === 'cast') return value.type.name === 'date' ? { name: 'DATE', operand: value.operand } : {};
  if (value.kind !== 'call' || (value.name !== 'YEAR' && value.name !== 'DATE')) return {};
  const [operand] = value.arguments.filter(isExpression);
  return { name: value.name, ...(operand && { operand }) };
}

/** Returns the kind of a column of the data source: dates, or times with at most microseconds. */
function kindOf(comparison: string | undefined): 'date' | 'timestamp' | undefined {
  if (comparison === 'date') return 'date';
  return comparison !== undefined && /^(?:datetime|timestamp)(?:\(\d\)|_s|_ms)?$/.test(comparison)
    ? 'timestamp'
    : undefined;
}

const END_OF_DAY = '23:59:59.999999';

function boundsOfYear(holds: 'date' | 'timestamp'): Pick<Period, 'from' | 'last'> {
  const endOf = (literal: Literal, offset: number): Literal | undefined =>
    derive(literal, (known) => {
      if (known.type !== 'integer' || !/^[1-9]\d{3}$/.test(known.text)) return undefined;
      const day = `${Number(known.text) + offset}-12-31`;
      return known.text === '1000'
        ? undefined
        : { ...known, type: holds, text: holds === 'date' ? day : `${day} ${END_OF_DAY}` };
    });
  return {
    from: (literal) => {
      const before = endOf(literal, -1);
      return before && { operator: '>', literal: before };
    },
    last: (literal) => endOf(literal, 0),
  };
}

const BOUNDS_OF_DAY: Pick<Period, 'from' | 'last'> = {
  from: (literal) => {
    const start = timeOf(literal, '00:00:00');
    return start && { operator: '>=', literal: start };
  },
  last: (literal) => timeOf(literal, END_OF_DAY),
};

function timeOf(day: Literal, time: string): Literal | undefined {
  if (day.type !== 'date') return undefined;
  return derive(day, (known) => ({ ...known, type: 'timestamp', text: `${known.text} ${time}` }));
}
