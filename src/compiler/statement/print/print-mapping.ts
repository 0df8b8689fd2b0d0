import type { CreateMapping, LinkEnd, MappingDeclaration, MappingSource } from '../definition.ast';
import { printBlock, printCreate } from './print-clauses';
import { printForeignKey } from './print-concept';
import { BLOCK, printQueryNode } from './print-query';
import { printName, printNames } from './print-token';
import type { Printer } from './printer';

/** Prints CREATE MAPPING with one line per clause of its SELECT. Prints the SQL of a mapping WITHOUT PARSING verbatim. */
export function printMapping(mapping: CreateMapping, printer: Printer): string {
  const { target, dataSource, source } = mapping;
  const head = printBlock(`${printCreate('MAPPING', mapping)}${printBody(mapping)}`, [
    target.kind === 'concepts' ? `INTO ${printNames(target.concepts)}` : '',
    dataSource === undefined ? '' : `USING ${printName(dataSource)}`,
  ]);
  return `${head}\n${printSource(source, printer)}`;
}

function printBody({ declarations, target }: CreateMapping): string {
  const ends = target.kind === 'link' ? target.ends : [];
  const members = [...ends.map(printEnd), ...declarations.map(printDeclaration)];
  return members.length === 0 ? '' : ` (\n  ${members.join(',\n  ')}\n)`;
}

function printEnd({ relationship, columns, concept, targetColumns }: LinkEnd): string {
  return `CONSTRAINT ${printName(relationship)} ${printForeignKey({ columns, target: concept, targetColumns })}`;
}

function printDeclaration(declaration: MappingDeclaration): string {
  switch (declaration.kind) {
    case 'unique':
      return `UNIQUE ${printNames(declaration.columns)}`;
    case 'not-null':
      return `NOT NULL ${printNames(declaration.columns)}`;
    case 'foreign-key': {
      const { columns, mapping, targetColumns } = declaration;
      return `FOREIGN KEY ${printNames(columns)} REFERENCES MAPPING ${printName(mapping)} ${printNames(targetColumns)}`;
    }
    case 'disjoint':
      return `DISJOINT FROM ${printName(declaration.mapping)}`;
  }
}

function printSource(source: MappingSource, printer: Printer): string {
  if (source.kind === 'opaque') return `WITHOUT PARSING AS ${source.text}`;
  return `AS ${printQueryNode(source.query, printer, BLOCK)}`;
}
