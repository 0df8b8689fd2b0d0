import { printScalarType } from '../../../model';
import type {
  AlterOntology,
  AlterTag,
  CreateMeasure,
  CreateProperty,
  CreateView,
  DefinitionStatement,
} from '../definition.ast';
import {
  listDescribed,
  printBlock,
  printCreate,
  printDescription,
  printOption,
  printDataSourceOptions,
} from './print-clauses';
import { printConcept } from './print-concept';
import { printMapping } from './print-mapping';
import { printFilterPolicy, printMaskPolicy } from './print-policy';
import { BLOCK, printQueryNode } from './print-query';
import { printName, printString } from './print-token';
import type { Printer } from './printer';

type Kind = DefinitionStatement['kind'];
type Definition<K extends Kind> = Extract<DefinitionStatement, { kind: K }>;

const PRINTERS: { readonly [K in Kind]: (statement: Definition<K>, printer: Printer) => string } = {
  'create-ontology': (statement) => `${printCreate('ONTOLOGY', statement)}${printDescription(statement.description)}`,
  'alter-ontology': printAlterOntology,
  'drop-ontology': ({ name }) => `DROP ONTOLOGY ${printName(name)}`,
  'restore-ontology': ({ name, version }) => `RESTORE ONTOLOGY ${printName(name)} TO VERSION ${printString(version)}`,
  'create-datasource': (statement) =>
    `${printCreate('DATASOURCE', statement)} TYPE ${statement.type}${printDataSourceOptions(statement.options)}`,
  'alter-datasource': ({ name }) => `ALTER DATASOURCE ${printName(name)} SET ACTIVE`,
  'drop-datasource': ({ name, cascade }) => `DROP DATASOURCE ${printName(name)}${printCascade(cascade)}`,
  'create-property': printProperty,
  'create-measure': printMeasure,
  'create-concept': printConcept,
  'create-mapping': printMapping,
  'create-view': printView,
  'create-mask-policy': printMaskPolicy,
  'create-filter-policy': printFilterPolicy,
  'alter-tag': printAlterTag,
  drop: ({ target, name, cascade }) => `DROP ${target.toUpperCase()} ${printName(name)}${printCascade(cascade)}`,
};

/** Prints a definition in its canonical layout on several lines. */
export function printDefinition(statement: DefinitionStatement, printer: Printer): string {
  const print: (statement: never, printer: Printer) => string = PRINTERS[statement.kind];
  return print(statement as never, printer);
}

function printCascade(cascade: boolean): string {
  return cascade ? ' CASCADE' : '';
}

function printAlterOntology({ name, setting }: AlterOntology): string {
  const isDescription = setting.name.name === 'description';
  const assignment = isDescription ? printDescription(setting.value).trimStart() : printOption(setting);
  return `ALTER ONTOLOGY ${printName(name)} SET ${assignment}`;
}

function printProperty(property: CreateProperty, printer: Printer): string {
  const type = `${printScalarType(property.type)}${property.multiValue ? ' MULTIVALUE' : ''}`;
  const { calculation } = property;
  return printBlock(`${printCreate('PROPERTY', property)} ${type}`, [
    ...listDescribed(property),
    calculation === undefined ? '' : `AS SELECT ${printer.expression(calculation)}`,
  ]);
}

function printMeasure(measure: CreateMeasure, printer: Printer): string {
  const filter = measure.filter === undefined ? '' : ` WHERE ${printer.expression(measure.filter)}`;
  return printBlock(`${printCreate('MEASURE', measure)} ${printScalarType(measure.type)}`, [
    ...listDescribed(measure),
    `AS SELECT ${printer.expression(measure.calculation)}${filter}`,
  ]);
}

function printView(view: CreateView, printer: Printer): string {
  const head = printBlock(printCreate(view.cube ? 'ONTOLOGY CUBE' : 'ONTOLOGY VIEW', view), [
    view.dataSource === undefined ? '' : `USING ${printName(view.dataSource)}`,
    ...listDescribed(view),
  ]);
  return `${head}\nAS ${printQueryNode(view.query, printer, BLOCK)}`;
}

function printAlterTag({ target, name, action }: AlterTag): string {
  const change =
    action.kind === 'update' ? `UPDATE TAG ${printOption(action.tag)}` : `DROP TAG ${printName(action.tag)}`;
  return `ALTER ${target.toUpperCase()} ${printName(name)} ${change}`;
}
