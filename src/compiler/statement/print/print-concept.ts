import { printScalarType, type Identifier } from '../../../model';
import type {
  ConceptColumn,
  ConceptConstraint,
  CreateConcept,
  ForeignKeyConstraint,
  LogicCondition,
  Transitivity,
} from '../definition.ast';
import { listDescribed, printBlock, printCreate, printDescription } from './print-clauses';
import { printName, printNames, printParts } from './print-token';
import type { Printer } from './printer';

/** Prints CREATE CONCEPT with one line per member of its body. */
export function printConcept(concept: CreateConcept, printer: Printer): string {
  const head = `${printCreate('CONCEPT', concept)}${printBody(concept)}${printParents(concept.parents)}`;
  return printBlock(head, [...listDescribed(concept), printLogic(concept.logic, printer)]);
}

function printBody({ columns, primaryKey, label, constraints }: CreateConcept): string {
  const members = [
    ...columns.map(printColumn),
    ...(primaryKey.length === 0 ? [] : [`PRIMARY KEY ${printNames(primaryKey)}`]),
    ...(label.length === 0 ? [] : [`LABEL ${printNames(label)}`]),
    ...constraints.map((constraint) => `CONSTRAINT ${printName(constraint.name)} ${printConstraint(constraint)}`),
  ];
  return members.length === 0 ? '' : ` (\n  ${members.join(',\n  ')}\n)`;
}

function printColumn({ name, measure, type }: ConceptColumn): string {
  return `${printName(name)} ${measure ? 'MEASURE ' : ''}${printScalarType(type)}`;
}

function printConstraint(constraint: ConceptConstraint): string {
  switch (constraint.kind) {
    case 'multi-value':
      return `MULTIVALUE ${printScalarType(constraint.type)}`;
    case 'multi-reference':
      return `MULTIREFERENCE ${printName(constraint.target)}${printRelationship(constraint)}`;
    case 'foreign-key':
      return `${printForeignKey(constraint)}${printRelationship(constraint)}`;
  }
}

/** Prints `FOREIGN KEY (..) REFERENCES concept [(..)]`. */
export function printForeignKey({
  columns,
  target,
  targetColumns,
}: Pick<ForeignKeyConstraint, 'columns' | 'target' | 'targetColumns'>): string {
  const there = targetColumns.length === 0 ? '' : ` ${printNames(targetColumns)}`;
  return `FOREIGN KEY ${printNames(columns)} REFERENCES ${printName(target)}${there}`;
}

function printRelationship({
  inverse,
  transitivity,
  description,
}: Pick<ForeignKeyConstraint, 'inverse' | 'transitivity' | 'description'>): string {
  const inverseOf = inverse === undefined ? '' : ` INVERSEOF ${printName(inverse)}`;
  return `${inverseOf}${printTransitivity(transitivity)}${printDescription(description)}`;
}

function printTransitivity(transitivity: Transitivity | undefined): string {
  if (transitivity === undefined) return '';
  return transitivity === 'default' ? ' TRANSITIVE' : ` TRANSITIVE(${transitivity})`;
}

function printParents(parents: readonly Identifier[]): string {
  return parents.length === 0 ? '' : ` INHERITS ${printNames(parents)}`;
}

function printLogic(logic: LogicCondition | undefined, printer: Printer): string {
  if (logic === undefined) return '';
  const where = logic.where === undefined ? '' : ` WHERE ${printer.expression(logic.where)}`;
  return `FROM ${printParts(logic.from.parts)}${where}`;
}
