import type { Identifier } from '../../../model';
import type { TagAssignment } from '../definition.ast';
import { type DataSourceOption, isVariableOption, type Option, type QueryOption } from '../option.ast';
import { printName, printString } from './print-token';

/** Prints `CREATE [OR REPLACE] what name`. */
export function printCreate(what: string, { orReplace, name }: { orReplace: boolean; name: Identifier }): string {
  return `CREATE ${orReplace ? 'OR REPLACE ' : ''}${what} ${printName(name)}`;
}

/** Prints `name = 'value'`. */
export function printOption({ name, value }: Option): string {
  return `${printName(name)} = ${printString(value)}`;
}

/** Prints ` OPTIONS (...)` with a leading space, or an empty string without options. */
export function printOptions(options: readonly Option[]): string {
  return options.length === 0 ? '' : ` OPTIONS (${options.map(printOption).join(', ')})`;
}

/** Prints the options of a SELECT in the same way. */
export function printQueryOptions(options: readonly QueryOption[] = []): string {
  const print = ({ name, value }: QueryOption): string => `${printString(name.name)} = ${printString(value)}`;
  return options.length === 0 ? '' : ` OPTIONS (${options.map(print).join(', ')})`;
}

/** Prints the options of a data source in the same way. */
export function printDataSourceOptions(options: readonly DataSourceOption[]): string {
  const print = (option: DataSourceOption): string =>
    isVariableOption(option)
      ? `${printName(option.name)} = env(${printString(option.variable.name)})`
      : printOption(option);
  return options.length === 0 ? '' : ` OPTIONS (${options.map(print).join(', ')})`;
}

/** Prints ` DESCRIPTION = '...'` with a leading space, or an empty string without a description. */
export function printDescription(description: string | undefined): string {
  return description === undefined ? '' : ` DESCRIPTION = ${printString(description)}`;
}

interface Described {
  readonly description?: string;
  readonly tags: readonly TagAssignment[];
}

/** Returns the DESCRIPTION and WITH TAGS clauses, one string each; the string of an absent clause is empty. */
export function listDescribed({ description, tags }: Described): string[] {
  return [
    printDescription(description).trimStart(),
    tags.length === 0 ? '' : `WITH TAGS (${tags.map(printOption).join(', ')})`,
  ];
}

/** Prints the head of a statement and each clause on a line of its own. Omits empty clauses. */
export function printBlock(head: string, clauses: readonly string[]): string {
  return [head, ...clauses.filter((clause) => clause !== '').map((clause) => `  ${clause}`)].join('\n');
}
