import type { Readable, Reader, Subject } from './readable';
import { entityIdOf, keyOf, DOMAINS, printValue, randomLiteral } from './values';

/** A condition as a tree, so that a failing one can be reduced. */
export type Condition =
  | { readonly kind: 'leaf'; readonly text: string }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition };

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'leaf':
      return condition.text;
    case 'not':
      return `NOT (${printCondition(condition.operand)})`;
    default:
      return `(${printCondition(condition.left)} ${condition.kind.toUpperCase()} ${printCondition(condition.right)})`;
  }
}

/** Generates a condition on the properties of the subjects; `depth` limits its sub-queries. */
export function randomCondition(reader: Reader, subjects: readonly Subject[], depth = 2): Condition {
  const { dice } = reader;
  if (depth > 0 && dice.chance(12)) return { kind: 'not', operand: randomCondition(reader, subjects, depth - 1) };
  if (depth > 0 && dice.chance(30)) {
    const [left, right] = [randomCondition(reader, subjects, depth - 1), randomCondition(reader, subjects, depth - 1)];
    return { kind: dice.pick(['and', 'or']), left, right };
  }
  return { kind: 'leaf', text: leaf(reader, subjects, depth) };
}

function leaf(reader: Reader, subjects: readonly Subject[], depth: number): string {
  const { dice } = reader;
  const subject = dice.pick(subjects);
  if (dice.chance(12)) return onEntity(reader, subject);
  if (dice.chance(10)) return onType(reader, subject);
  if (depth > 0 && dice.chance(12)) return onOthers(reader, subject, depth);
  return onValue(reader, subjects, reader.value(subject));
}

function onValue(reader: Reader, subjects: readonly Subject[], { value, type }: Readable): string {
  const { dice } = reader;
  const literal = (): string => randomLiteral(dice, type);
  const other = dice.chance(25) ? reader.valueOf(dice.pick(subjects), type)?.value : undefined;
  const operator = dice.pick(['=', '=', '=', '<>', '<', '<=', '>', '>=']);
  return dice.pick([
    `${value} ${operator} ${other ?? literal()}`,
    `${value} ${operator} ${literal()}`,
    `${value} IS NULL`,
    `${value} IS NOT NULL`,
    `${value} ${dice.pick(['IN', 'IN', 'NOT IN'])} (${dice.times(dice.int(1, 3), literal).join(', ')})`,
    `${value} BETWEEN ${literal()} AND ${literal()}`,
    ...(type === 'string' ? [`${value} ${dice.pick(['LIKE', 'NOT LIKE'])} ${dice.pick(["'a%'", "'%b'", "'_'", "'%|%'", "'[ab]%'"])}`] : []), // prettier-ignore
    `(${value} = ${literal()} OR ${value} = ${literal()})`,
    ...(type === 'date' || type === 'timestamp' ? [`YEAR(${value}) = 2000`, `YEAR(${value}) > 1999`, `DATE(${value}) = '2000-02-29'`] : []), // prettier-ignore
    ...(type === 'boolean' ? [value] : []),
    ...(other === undefined ? [] : [`${value} <=> ${other}`]),
  ]);
}

/** Generates a condition on the id or the label of entities. */
function onEntity(reader: Reader, subject: Subject): string {
  const { dice } = reader;
  const path = reader.valueOf(subject, 'string')?.value ?? '';
  const prefix = path.includes('].') && dice.chance(40) ? path.slice(0, path.lastIndexOf('.') + 1) : `${subject.alias === '' ? '' : `${subject.alias}.`}\``; // prettier-ignore
  const id = `${prefix}entity_id\``;
  const literal = (): string => printValue(entityIdOf(keyOf(dice.pick(DOMAINS), dice.int(0, 8))));
  return dice.pick([
    `${id} = ${literal()}`,
    `${id} = ${literal()}`,
    `${id} IN (${literal()}, ${literal()})`,
    `${id} IS NOT NULL`,
    `${id} LIKE '1%'`,
    `${prefix}entity_label\` = ${dice.pick(["'a'", "'1'", "'a b'", "'2 a'"])}`,
  ]);
}

/** Generates a condition on the concept of an entity. */
function onType(reader: Reader, subject: Subject): string {
  const { dice, ontology } = reader;
  const prefix = subject.alias === '' ? '' : `${subject.alias}.`;
  const below = subject.concept.descendants.flatMap((key) => ontology.concepts.get(key) ?? []);
  const concept = dice.find([subject.concept, ...below]) ?? subject.concept;
  const known = dice.find(below);
  const texts = [`${prefix}entity_type = '${concept.name}'`, `${prefix}entity_type <> '${concept.name}'`, `${prefix}entity_type IN ('${concept.name}', '${subject.concept.name}')`]; // prettier-ignore
  if (known === undefined || subject.schema !== 'dsvc') return dice.pick(texts);
  return dice.pick([...texts, `${prefix}\`_type_of_${known.name}\` = ${dice.int(0, 1)}`]);
}

/** Generates a condition on other entities: EXISTS, IN and a single value. */
function onOthers(reader: Reader, subject: Subject, depth: number): string {
  const { dice } = reader;
  const other = reader.subject(`i${depth}`);
  const outer = reader.value(subject);
  const inner = reader.valueOf(other, outer.type);
  const from = `${other.schema}.${other.concept.name} ${other.alias}`;
  if (inner === undefined) return `${outer.value} IS NULL`;
  const also = dice.chance(50) ? ` AND ${printCondition(randomCondition(reader, [other], 0))}` : '';
  return dice.pick([
    `EXISTS (SELECT 1 FROM ${from} WHERE ${inner.value} = ${qualified(outer.value, subject)}${also})`,
    `NOT EXISTS (SELECT 1 FROM ${from} WHERE ${inner.value} = ${qualified(outer.value, subject)}${also})`,
    `${outer.value} IN (SELECT ${inner.value} FROM ${from} WHERE TRUE${also})`,
    `${outer.value} NOT IN (SELECT ${inner.value} FROM ${from} WHERE ${inner.value} IS NOT NULL${also})`,
    `${outer.value} = (SELECT MAX(${inner.value}) FROM ${from} WHERE TRUE${also})`,
  ]);
}

/** Qualifies a name; inside a sub-query the names of the statement around it need a qualifier. */
function qualified(value: string, { alias, concept }: Subject): string {
  return alias === '' ? `${concept.name}.${value}` : value;
}
