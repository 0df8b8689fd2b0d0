/** Returns the form in which names are compared: Unicode NFC, lower case (docs/language.md). Names are stored as written. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Returns a name in backticks, with backticks inside doubled. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

const FORBIDDEN = /[^\p{L}\p{M}\p{N}_\- ]/u;

/** Returns why `name` is not a valid name of an ontology, concept, property, etc., or undefined if it is valid (docs/language.md). */
export function findNameFault(name: string): string | undefined {
  const { length } = Array.from(name);
  if (length === 0) return 'a name must not be empty';
  if (length > 128) return 'a name must have at most 128 characters';
  if (FORBIDDEN.test(name)) return 'a name may contain only letters, digits, "_", "-" and spaces';
  if (name !== name.trim()) return 'a name must not begin or end with a space';
  if (name.startsWith('-')) return 'a name must not begin with "-"';
  if (/^(sys_|_type_of_)/i.test(name)) return 'names that begin with "sys_" or "_type_of_" are reserved';
  return undefined;
}
