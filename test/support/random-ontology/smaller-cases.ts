import type { Condition } from './conditions';
import {
  printMappingQuery,
  type ConceptDefinition,
  type MappingDefinition,
  type OntologyDefinition,
} from './definitions';
import type { LawCase } from './law-case';
import type { Statement } from './statements';
import type { Table } from './tables';

/** Generates the case without one of its parts, the big parts first. */
export function* smallerCases(whole: LawCase): IterableIterator<LawCase> {
  if (whole.statements.length > 1) {
    for (const statement of whole.statements) yield { ...whole, statements: [statement] };
    return;
  }
  for (const statements of changed(whole.statements, smallerStatements)) yield { ...whole, statements };
  for (const ontology of smallerOntologies(whole.ontology)) yield { ...whole, ontology };
  const text = whole.ontology.mappings.map(printMappingQuery).join(' ');
  for (const tables of changed(whole.tables, (table) => smallerTables(table, text))) yield { ...whole, tables };
  for (const { name } of whole.tables) {
    if (!isRead(name, text)) yield { ...whole, tables: whole.tables.filter((table) => table.name !== name) };
  }
  for (const off of without(whole.off)) yield { ...whole, off };
}

/** Generates the list without one of its parts; a long list first without each half. */
function* without<T>(list: readonly T[]): IterableIterator<readonly T[]> {
  const half = Math.ceil(list.length / 2);
  if (list.length > 2) {
    yield list.slice(0, half);
    yield list.slice(half);
  }
  for (let index = 0; index < list.length; index++) yield list.toSpliced(index, 1);
}

/** Generates the list with one of its parts reduced. */
function* changed<T>(list: readonly T[], smaller: (part: T) => Iterable<T>): IterableIterator<readonly T[]> {
  for (let index = 0; index < list.length; index++) {
    const part = list[index];
    if (part !== undefined) for (const other of smaller(part)) yield list.with(index, other);
  }
}

function* smallerStatements(statement: Statement): IterableIterator<Statement> {
  const { within, other, ...rest } = statement;
  if (within !== 'nothing') yield { ...rest, within: 'nothing' };
  if (other !== undefined) {
    yield { ...other, within: 'nothing' };
    for (const smaller of smallerStatements(other)) yield { ...statement, other: smaller };
  } else if (statement.items.length > 1) yield* withFewerItems(statement);
  yield* withFewerClauses(statement);
}

function* withFewerClauses(statement: Statement): IterableIterator<Statement> {
  if (statement.distinct) yield { ...statement, distinct: false };
  if (statement.nullsLast) yield { ...statement, nullsLast: false };
  if (statement.isOrdered) yield { ...statement, isOrdered: false };
  if (statement.limit !== undefined) yield { ...statement, limit: undefined, offset: undefined };
  if (statement.offset !== undefined) yield { ...statement, offset: undefined };
  for (const having of without(statement.having)) yield { ...statement, having };
  for (const orderBy of without(statement.orderBy)) yield { ...statement, orderBy };
  for (const where of without(statement.where)) yield { ...statement, where };
  for (const where of changed(statement.where, smallerConditions)) yield { ...statement, where };
}

function* withFewerItems(statement: Statement): IterableIterator<Statement> {
  const { groups } = statement;
  for (const items of without(statement.items)) {
    const kept = statement.items.slice(0, groups ?? 0).filter((item) => items.includes(item));
    yield { ...statement, items, groups: groups === undefined ? undefined : kept.length };
  }
}

function* smallerConditions(condition: Condition): IterableIterator<Condition> {
  if (condition.kind === 'leaf') return;
  if (condition.kind === 'not') {
    yield condition.operand;
    for (const operand of smallerConditions(condition.operand)) yield { ...condition, operand };
    return;
  }
  yield condition.left;
  yield condition.right;
  for (const left of smallerConditions(condition.left)) yield { ...condition, left };
  for (const right of smallerConditions(condition.right)) yield { ...condition, right };
}

function* smallerOntologies(ontology: OntologyDefinition): IterableIterator<OntologyDefinition> {
  if (ontology.removesDuplicates) yield { ...ontology, removesDuplicates: false };
  if (ontology.allowsKeyless) yield { ...ontology, allowsKeyless: false };
  for (const others of without(ontology.others)) yield { ...ontology, others };
  for (const mappings of without(ontology.mappings)) yield { ...ontology, mappings };
  for (const concepts of without(ontology.concepts)) yield { ...ontology, concepts };
  for (const concepts of changed(ontology.concepts, smallerConcepts)) yield { ...ontology, concepts };
  for (const mappings of changed(ontology.mappings, smallerMappings)) yield { ...ontology, mappings };
  for (const properties of without(ontology.properties.filter(({ calculation }) => calculation !== undefined))) {
    yield { ...ontology, properties: [...ontology.properties.filter(({ calculation }) => calculation === undefined), ...properties] }; // prettier-ignore
  }
}

function* smallerConcepts(concept: ConceptDefinition): IterableIterator<ConceptDefinition> {
  for (const constraints of without(concept.constraints)) yield { ...concept, constraints };
  for (const parents of without(concept.parents)) yield { ...concept, parents };
  for (const properties of without(concept.properties)) yield { ...concept, properties };
  for (const label of without(concept.label)) yield { ...concept, label };
}

function* smallerMappings(mapping: MappingDefinition): IterableIterator<MappingDefinition> {
  for (const declarations of without(mapping.declarations)) yield { ...mapping, declarations };
  for (const items of without(mapping.items)) yield { ...mapping, items };
  for (const where of without(mapping.where)) yield { ...mapping, where };
  if (mapping.isOpaque) yield { ...mapping, isOpaque: false };
  if (mapping.isDistinct) yield { ...mapping, isDistinct: false };
}

function* smallerTables(table: Table, text: string): IterableIterator<Table> {
  for (const rows of without(table.rows)) yield { ...table, rows };
  for (const foreignKeys of without(table.foreignKeys)) yield { ...table, foreignKeys };
  for (const uniqueKeys of without(table.uniqueKeys)) yield { ...table, uniqueKeys };
  if (table.primaryKey.length > 0) yield { ...table, primaryKey: [] };
  const constrained = new Set([...table.primaryKey, ...table.uniqueKeys.flat(), ...table.foreignKeys.flatMap(({ columns }) => columns)]); // prettier-ignore
  for (const [index, { name, notNull }] of table.columns.entries()) {
    if (!isRead(name, text) && !constrained.has(name))
      yield { ...table, columns: table.columns.toSpliced(index, 1), rows: table.rows.map((row) => row.toSpliced(index, 1)) }; // prettier-ignore
    else if (notNull) yield { ...table, columns: table.columns.map((column) => (column.name === name ? { ...column, notNull: false } : column)) }; // prettier-ignore
  }
}

function isRead(name: string, text: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
