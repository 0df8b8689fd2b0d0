import { type Identifier, type Literal, type LiteralType, quoteName, type WrittenName } from '../../../model';

const CONTROLS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\x1a': '\\Z',
};

export function printName({ name }: Identifier): string {
  return quoteName(name);
}

/** Prints names separated by dots. */
export function printParts(parts: readonly Identifier[]): string {
  return parts.map(printName).join('.');
}

/** Prints names in parentheses. */
export function printNames(names: readonly Identifier[]): string {
  return `(${names.map(printName).join(', ')})`;
}

/** Prints a string in single quotes. Parsing the result returns the same string. */
export function printString(text: string): string {
  return `'${escapeText(text).replaceAll("'", "''")}'`;
}

function escapeText(text: string): string {
  return text.replace(/[\\\0\b\n\r\t\x1a]/g, (character) => CONTROLS[character] ?? character);
}

export function printReference({ parts, quote }: WrittenName): string {
  const [first] = parts;
  if (quote === undefined || first === undefined) return printParts(parts);
  return `"${escapeText(first.name).replaceAll('"', '""')}"`;
}

const LITERALS: Readonly<Record<LiteralType, (text: string) => string>> = {
  null: () => 'NULL',
  boolean: (text) => text.toUpperCase(),
  integer: (text) => text,
  decimal: (text) => text,
  double: (text) => text,
  string: printString,
  date: (text) => `DATE ${printString(text)}`,
  time: (text) => `TIME ${printString(text)}`,
  timestamp: (text) => `TIMESTAMP ${printString(text)}`,
  hex: (text) => `x'${text}'`,
  bit: (text) => `b'${text}'`,
};

export function printLiteral({ type, text, parameter }: Literal): string {
  if (parameter !== undefined) return typeof parameter === 'number' ? '?' : `:${parameter}`;
  return LITERALS[type](text);
}
