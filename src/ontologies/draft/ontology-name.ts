import { findNameFault, type Identifier, nameKey } from '../../model';

const LONGEST_NAME = 120;

/** How names of the data source become names of the ontology. */
export interface NameStyle {
  /** Returns a valid name of the language. */
  readonly convert: (name: string) => string;
  /** Returns why the name could not be used as the style would write it. */
  readonly findFault: (name: string) => string | undefined;
}

/** Names in lower snake case. */
export const SNAKE_CASE: NameStyle = {
  convert: toOntologyName,
  findFault: (name) => findNameFault(toSnakeCase(name)),
};

/** Names as they are in the data source. */
export const AS_WRITTEN: NameStyle = { convert: toLegalName, findFault: findNameFault };

/** Converts a name to lower snake case: `InvoiceLine`, `invoice-line` and `INVOICE LINE` become `invoice_line`. */
function toSnakeCase(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\s-]+/g, '_')
    .replace(/\p{Lu}{2,}s(?![\p{Ll}\p{N}])/gu, (acronyms) => acronyms.charAt(0) + acronyms.slice(1).toLowerCase())
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();
}

/** Returns the name in lower snake case, changed if it is not valid in the language (docs/language.md). */
export function toOntologyName(name: string): string {
  return toLegalName(toSnakeCase(name));
}

function toLegalName(name: string): string {
  if (findNameFault(name) === undefined) return name;
  const legal = name.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_') || 'unnamed';
  return shorten(findNameFault(legal) === undefined ? legal : `x_${legal}`, LONGEST_NAME);
}

/** Returns the items whose own names are the names of the ontology first, then those that differ only in the case of letters, then the others. */
export function exactFirst<Item extends { readonly name: string }>(items: readonly Item[], style: NameStyle): Item[] {
  const rank = ({ name }: Item): number => {
    const converted = style.convert(name);
    if (converted === name) return 0;
    return nameKey(converted) === nameKey(name) ? 1 : 2;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** Converts names to identifiers of statements. */
export function toIdentifiers(names: readonly string[]): Identifier[] {
  return names.map((name) => ({ name }));
}

/** The names in use; the case of letters does not distinguish them. Assigns names that are not among them. */
export class UnusedNames {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set([...taken].map(nameKey));
  }

  /** Returns the first unused candidate, or the last one with a number as a suffix, and reserves it. */
  take(...candidates: readonly [string, ...string[]]): string {
    const free = candidates.map((name) => shorten(name, LONGEST_NAME)).find((name) => !this.taken.has(nameKey(name)));
    const name = free ?? this.number(shorten(candidates.at(-1) ?? '', LONGEST_NAME));
    this.taken.add(nameKey(name));
    return name;
  }

  private number(name: string): string {
    let count = 2;
    while (this.taken.has(nameKey(`${name}_${count}`))) count++;
    return `${name}_${count}`;
  }
}

function shorten(name: string, length: number): string {
  return Array.from(name).slice(0, length).join('');
}
