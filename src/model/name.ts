/** The form under which names are compared: Unicode NFC, lower case (docs/language.md). Names are kept as written. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const FORBIDDEN = /[^\p{L}\p{M}\p{N}_\- ]/u;

/** Why `name` may not name an ontology, concept, property, ...; undefined when it may (docs/language.md). */
export function findNameFault(name: string): string | undefined {
  const { length } = Array.from(name);
  if (length === 0) return 'a name has at least one character';
  if (length > 128) return 'a name has at most 128 characters';
  if (FORBIDDEN.test(name)) return 'a name holds letters, digits, "_", "-" and blanks only';
  if (name !== name.trim()) return 'a name neither begins nor ends with a blank';
  if (name.startsWith('-')) return 'a name does not begin with "-"';
  if (/^(sys_|_type_of_)/i.test(name)) return 'names that begin with "sys_" or "_type_of_" are reserved';
  return undefined;
}
