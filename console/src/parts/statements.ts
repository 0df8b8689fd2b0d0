import type { Concept } from '../model/model';
import { plainProperties } from '../model/paths';

/** Returns a name in backticks. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** Returns a string literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Returns a statement that shows the first rows of a view. */
export function viewStatement(name: string): string {
  return `SELECT *\nFROM vsvc.${quoteName(name)}\nLIMIT 100`;
}

/** Returns a statement that shows the labels and first properties of a concept. */
export function conceptStatement(concept: Concept): string {
  return columnsStatement(concept.name, plainProperties(concept).slice(0, 6));
}

/** Returns a statement that shows properties and paths of the first entities of a concept, all properties where none is named. */
export function columnsStatement(concept: string, columns: readonly string[]): string {
  const list = columns.length === 0 ? '*' : columns.map(quoteName).join(', ');
  return `SELECT ${list}\nFROM ${quoteName(concept)}\nLIMIT 100`;
}
