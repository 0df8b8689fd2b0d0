/** A policy of an ontology, as its statement. */
export interface Policy {
  readonly name: string;
  readonly statement: string;
}

const STATEMENT = /^CREATE OR REPLACE POLICY (`(?:[^`]|``)+`)(?:[^'`;]|'(?:[^'\\]|''|\\.)*'|`(?:[^`]|``)+`)*;/gms;

/** Returns the policies in a script of SHOW CREATE ONTOLOGY. */
export function policiesOf(script: string): readonly Policy[] {
  return [...script.matchAll(STATEMENT)].map(([statement, quoted = '']) => {
    const name = quoted.slice(1, -1).replaceAll('``', '`');
    return { name, statement: statement.replace('CREATE OR REPLACE ', '') };
  });
}
