import type { Row } from '../api/service';
import { printValue } from '../parts/print-value';

/** A version of the ontology, as SHOW HISTORY returns it. */
export interface Version {
  readonly id: string;
  readonly parent: string | undefined;
  readonly author: string;
  readonly time: string;
  readonly statements: string;
}

/** Reads a row of SHOW HISTORY. */
export function readVersion({ version, parent, author, time, statements }: Row): Version {
  return {
    id: printValue(version),
    parent: typeof parent === 'string' ? parent : undefined,
    author: printValue(author),
    time: printValue(time),
    statements: printValue(statements),
  };
}
