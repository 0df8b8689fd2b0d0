import type { Identifier } from '../../../model';
import type { TagAssignment } from '../definition.ast';
import type { Option } from '../option.ast';
import { printName, printString } from './print-token';

/** `CREATE [OR REPLACE] what name`. */
export function printCreate(what: string, { orReplace, name }: { orReplace: boolean; name: Identifier }): string {
  return `CREATE ${orReplace ? 'OR REPLACE ' : ''}${what} ${printName(name)}`;
}

/** `name = 'value'`. */
export function printOption({ name, value }: Option): string {
  return `${printName(name)} = ${printString(value)}`;
}

/** ` OPTIONS (...)` with the blank in front, or nothing. */
export function printOptions(options: readonly Option[]): string {
  return options.length === 0 ? '' : ` OPTIONS (${options.map(printOption).join(', ')})`;
}

/** ` DESCRIPTION = '...'` with the blank in front, or nothing. */
export function printDescription(description: string | undefined): string {
  return description === undefined ? '' : ` DESCRIPTION = ${printString(description)}`;
}

interface Described {
  readonly description?: string;
  readonly tags: readonly TagAssignment[];
}

/** DESCRIPTION and WITH TAGS, each as a line. */
export function listDescribed({ description, tags }: Described): string[] {
  return [
    printDescription(description).trimStart(),
    tags.length === 0 ? '' : `WITH TAGS (${tags.map(printOption).join(', ')})`,
  ];
}

/** A statement's head and its clauses, each on a line of its own; empty ones are left out. */
export function printBlock(head: string, clauses: readonly string[]): string {
  return [head, ...clauses.filter((clause) => clause !== '').map((clause) => `  ${clause}`)].join('\n');
}
