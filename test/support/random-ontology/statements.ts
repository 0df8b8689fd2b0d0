import { printCondition, randomCondition, type Condition } from './conditions';
import type { Readable, Reader, Subject } from './readable';

export interface Statement {
  /** The statement around the SELECT: none, a count, groups of its first column, or a union with another SELECT. */
  readonly within: 'nothing' | 'count' | 'groups' | 'union' | 'union all';
  readonly distinct: boolean;
  readonly items: readonly string[];
  readonly from: string;
  readonly where: readonly Condition[];
  /** The number of first items that are the grouping. */
  readonly groups: number | undefined;
  readonly having: readonly string[];
  /** Additional expressions to sort by, before all items. */
  readonly orderBy: readonly string[];
  readonly isOrdered: boolean;
  /** NULL sorts after all values, as in pages of the service; SQL has no syntax for it. */
  readonly nullsLast: boolean;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly other?: Statement;
}

/** Returns whether the order of its rows is determined. */
export function isTotal({ within, isOrdered }: Statement): boolean {
  return within === 'nothing' && isOrdered;
}

export function printStatement(statement: Statement): string {
  const select = printSelect(statement);
  switch (statement.within) {
    case 'nothing':
      return select;
    case 'count':
      return `SELECT COUNT(*) FROM (${select}) d`;
    case 'groups':
      return `SELECT d.o1, COUNT(*) FROM (${select}) d GROUP BY d.o1`;
    default:
      return statement.other === undefined ? select : `${select} ${statement.within.toUpperCase()} ${printSelect(statement.other)}`; // prettier-ignore
  }
}

function printSelect(statement: Statement): string {
  const { distinct, items, from, where, groups, having, orderBy, isOrdered, limit, offset } = statement;
  const sorted = [...orderBy, ...items.map((_, index) => `o${index + 1}${index % 2 === 1 ? ' DESC' : ''}`)];
  return [
    `SELECT ${distinct ? 'DISTINCT ' : ''}${items.map((item, index) => `${item} AS o${index + 1}`).join(', ')}`,
    `FROM ${from}`,
    where.length > 0 ? `WHERE ${where.map(printCondition).join(' AND ')}` : '',
    groups === undefined || groups === 0 ? '' : `GROUP BY ${items.slice(0, groups).join(', ')}`,
    having.length > 0 ? `HAVING ${having.join(' AND ')}` : '',
    isOrdered ? `ORDER BY ${sorted.join(', ')}` : '',
    limit === undefined || !isOrdered ? '' : `LIMIT ${limit}${offset === undefined ? '' : ` OFFSET ${offset}`}`,
  ]
    .filter((clause) => clause !== '')
    .join(' ');
}

/** Generates a SELECT over one or two concepts of an ontology. */
export function randomStatement(reader: Reader): Statement {
  const { dice } = reader;
  const within = dice.pick(['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'count', 'groups', 'union', 'union all'] as const); // prettier-ignore
  if (within !== 'union' && within !== 'union all') return { ...randomSelect(reader), within };
  return unionOf(reader, within);
}

function randomSelect(reader: Reader): Statement {
  const { dice } = reader;
  const from = randomFrom(reader);
  const shape = dice.pick(['rows', 'rows', 'rows', 'rows', 'groups', 'measures', 'count', 'page']);
  const where = dice.times(dice.pick([0, 1, 1, 1, 2]), () => randomCondition(reader, from.subjects));
  const plain = { within: 'nothing', from: from.text, where, distinct: false, groups: undefined, having: [], orderBy: [], isOrdered: false, nullsLast: false, limit: undefined, offset: undefined } as const; // prettier-ignore
  if (shape === 'count') {
    const counted = dice.chance(50) ? '*' : reader.value(dice.pick(from.subjects)).value;
    return { ...plain, items: [`COUNT(${dice.chance(30) && counted !== '*' ? 'DISTINCT ' : ''}${counted})`] };
  }
  if (shape === 'groups') return grouped(reader, from, plain);
  if (shape === 'measures') return measured(reader, from, plain);
  if (shape === 'page') return page(reader, plain);
  return rowsOf(reader, from, plain);
}

function rowsOf(reader: Reader, { subjects }: From, plain: Omit<Statement, 'items'>): Statement {
  const { dice } = reader;
  const values = dice.times(dice.int(1, 4), () => reader.value(dice.pick(subjects)));
  const distinct = dice.chance(25);
  const isOrdered = dice.chance(45);
  const first = `${reader.value(dice.pick(subjects)).value}${dice.pick(['', ' DESC'])}`;
  return {
    ...plain,
    distinct,
    isOrdered,
    items: values.map((value) => (dice.chance(10) ? computed(value) : value.value)),
    orderBy: !distinct && dice.chance(40) ? [first] : [],
    limit: isOrdered && dice.chance(80) ? dice.int(0, 6) : undefined,
    offset: dice.chance(40) ? dice.int(0, 4) : undefined,
  };
}

type From = ReturnType<typeof randomFrom>;

function randomFrom(reader: Reader): { readonly text: string; readonly subjects: readonly Subject[] } {
  const { dice } = reader;
  if (!dice.chance(12)) {
    const subject = reader.subject(dice.chance(30) ? 'a' : '');
    return { subjects: [subject], text: print(subject) };
  }
  const [left, right] = [reader.subject('a'), reader.subject('b')];
  const one = reader.value(left);
  const other = reader.valueOf(right, one.type);
  const on = other === undefined ? 'a.entity_id = b.entity_id' : `${one.value} = ${other.value}`;
  return {
    subjects: [left, right],
    text: `${print(left)} ${dice.pick(['JOIN', 'LEFT JOIN'])} ${print(right)} ON ${on}`,
  };
}

function print({ schema, concept, alias }: Subject): string {
  return `${schema === 'dsvc' ? '' : `${schema}.`}\`${concept.name}\`${alias === '' ? '' : ` ${alias}`}`;
}

function grouped(reader: Reader, { subjects }: From, plain: Omit<Statement, 'items'>): Statement {
  const { dice } = reader;
  const keys = dice.times(dice.int(0, 2), () => reader.value(dice.pick(subjects)).value);
  const aggregates = dice.times(dice.int(1, 2), () => aggregate(reader, subjects));
  return {
    ...plain,
    items: [...new Set(keys), ...aggregates],
    groups: new Set(keys).size,
    having: dice.chance(25) ? [`COUNT(*) > ${dice.int(0, 2)}`] : [],
    isOrdered: dice.chance(30),
    limit: dice.chance(50) ? dice.int(0, 4) : undefined,
  };
}

/** Generates measures, grouped by the other items. */
function measured(reader: Reader, from: From, plain: Omit<Statement, 'items'>): Statement {
  const { dice } = reader;
  const measures = dice
    .times(2, () => reader.measure(dice.pick(from.subjects))?.value)
    .filter((value) => value !== undefined);
  if (measures.length === 0) return grouped(reader, from, plain);
  const beside = dice.chance(60) ? [reader.value(dice.pick(from.subjects)).value] : [];
  return { ...plain, items: [...new Set([...beside, ...measures])] };
}

/** Generates the first rows of one concept by some of its own columns. */
function page(reader: Reader, plain: Omit<Statement, 'items'>): Statement {
  const { dice } = reader;
  const subject = { ...reader.subject(), schema: 'svc' } as const;
  const values = dice.times(dice.int(1, 2), () => reader.value(subject).value);
  const where = dice.times(dice.pick([0, 0, 1]), () => randomCondition(reader, [subject], 0));
  return {
    ...plain,
    from: print(subject),
    items: values,
    where,
    isOrdered: true,
    nullsLast: dice.chance(30),
    limit: dice.int(1, 6),
  };
}

function aggregate(reader: Reader, subjects: readonly Subject[]): string {
  const { dice } = reader;
  const subject = dice.pick(subjects);
  const measure = dice.chance(45) ? reader.measure(subject) : undefined;
  if (measure !== undefined) return measure.value;
  const { value, type } = reader.value(subject);
  const number = type === 'integer' || type === 'decimal' || type === 'double' ? [`SUM(${value})`] : [];
  const ordered = type === 'boolean' ? [] : [`MIN(${value})`, `MAX(${value})`];
  return dice.pick(['COUNT(*)', `COUNT(${value})`, `COUNT(DISTINCT ${value})`, ...number, ...ordered]);
}

function computed({ value, type }: Readable): string {
  switch (type) {
    case 'integer':
      return `${value} + 1`;
    case 'string':
      return `CONCAT('x', ${value})`;
    default:
      return `${value} IS NULL`;
  }
}

/** Generates two SELECTs of columns of the same types. */
function unionOf(reader: Reader, within: 'union' | 'union all'): Statement {
  const { dice } = reader;
  const plain = { within, distinct: false, groups: undefined, having: [], orderBy: [], isOrdered: false, nullsLast: false, limit: undefined, offset: undefined } as const; // prettier-ignore
  const [one, other] = [reader.subject(), reader.subject()];
  const types = dice.times(dice.int(1, 2), () => reader.value(one).type);
  const part = (subject: Subject): Omit<Statement, 'other'> => ({
    ...plain,
    items: types.map((type) => reader.valueOf(subject, type)?.value ?? 'NULL'),
    from: print(subject),
    where: dice.times(dice.int(0, 1), () => randomCondition(reader, [subject])),
  });
  return { ...part(one), other: part(other) };
}
