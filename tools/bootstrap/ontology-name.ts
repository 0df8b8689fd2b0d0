import { findNameFault, type Identifier } from '../../src/model';

const LONGEST_NAME = 120;

/** Converts a name to lower snake case: `InvoiceLine`, `invoice-line` and `INVOICE LINE` become `invoice_line`. */
export function toSnakeCase(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\s-]+/g, '_')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();
}

/** Returns the name in lower snake case, changed if it is not valid in the language (docs/language.md). */
export function toOntologyName(name: string): string {
  const snake = toSnakeCase(name);
  if (findNameFault(snake) === undefined) return snake;
  const legal = snake.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_') || 'unnamed';
  return shorten(findNameFault(legal) === undefined ? legal : `x_${legal}`, LONGEST_NAME);
}

/** Converts names to identifiers of statements. */
export function toIdentifiers(names: readonly string[]): Identifier[] {
  return names.map((name) => ({ name }));
}

/** The names in use, all in lower case. Assigns names that are not among them. */
export class UnusedNames {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /** Returns the first unused candidate, or the last one with a number as a suffix, and reserves it. */
  take(...candidates: readonly [string, ...string[]]): string {
    const free = candidates.map((name) => shorten(name, LONGEST_NAME)).find((name) => !this.taken.has(name));
    const name = free ?? this.number(shorten(candidates.at(-1) ?? '', LONGEST_NAME));
    this.taken.add(name);
    return name;
  }

  private number(name: string): string {
    let count = 2;
    while (this.taken.has(`${name}_${count}`)) count++;
    return `${name}_${count}`;
  }
}

function shorten(name: string, length: number): string {
  return Array.from(name).slice(0, length).join('');
}
