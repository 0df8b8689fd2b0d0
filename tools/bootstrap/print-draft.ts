import { printStatement } from '../../src/compiler/statement';
import { type DraftedStatement } from './draft-ontology';

/** The draft as a script for a person to read and to change; parsing it gives the same statements, those that are off left out. */
export function printDraft(statements: readonly DraftedStatement[]): string {
  return statements.map(printDrafted).join('\n');
}

function printDrafted({ notes, statement, isOff = false }: DraftedStatement): string {
  const lines = `${printStatement(statement)};`.split('\n');
  return [...notes.map(asComment), ...(isOff ? lines.map(asComment) : lines)].map((line) => `${line}\n`).join('');
}

/** Names of the data source may hold anything: a comment ends with its line. */
function asComment(line: string): string {
  return `-- ${line.replace(/\p{Cc}+/gu, ' ')}`;
}
