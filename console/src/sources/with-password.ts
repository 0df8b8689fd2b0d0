import { quoteText } from '../parts/statements';

/** A definition of a data source in one line, up to the end of its options. */
const DEFINITION = /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?DATASOURCE\b.*\bOPTIONS\s*\(.*(?=\)\s*;\s*$)/im;

/**
 * Returns the script with a password at the end of the options of its first data source, so that no other place in the script moves.
 * Undefined if no line defines a data source. A definition that has a password keeps it.
 */
export function withPassword(script: string, password: string): string | undefined {
  const [definition] = DEFINITION.exec(script) ?? [];
  if (definition === undefined) return undefined;
  if (/\bpassword`?\s*=/i.test(definition)) return script;
  return script.replace(DEFINITION, () => `${definition}, \`password\` = ${quoteText(password)}`);
}
