import { printStatement } from '../../compiler/statement';
import { type DraftedStatement } from './drafted-statement';

/** Returns the draft as a script for a person to read and edit. Parsing it returns the same statements without those that are comments. */
export function printDraft(statements: readonly DraftedStatement[]): string {
  return statements.map(printDrafted).join('\n');
}

function printDrafted({ notes, statement, isOff = false }: DraftedStatement): string {
  const lines = `${printStatement(statement)};`.split('\n');
  return [...notes.map(asComment), ...(isOff ? lines.map(asComment) : lines)].map((line) => `${line}\n`).join('');
}

/**
 * Returns a comment line. Replaces control characters, because names of the data source may contain any and a line feed
 * would end the comment.
 */
function asComment(line: string): string {
  return `-- ${line.replace(/\p{Cc}+/gu, ' ')}`;
}
