import { findNameFault, nameKey } from '../../model';
import { ServiceError, suggest } from '../../errors';
import type { Identifier } from '../../model';

/** A name as messages show it. */
export function quoted(name: string): string {
  return `\`${name}\``;
}

/** The model does not hold together: `where` names the statement that says so. */
export function invalid(where: string, problem: string, hint?: string): ServiceError {
  return new ServiceError('ontology_invalid', `${where}: ${problem}`, hint === undefined ? {} : { hint });
}

/** `where` names a thing that is not defined; `known` are the names it could have meant. */
export function unknownName(where: string, kind: string, name: string, known: Iterable<string>): ServiceError {
  const hint = suggest(name, known);
  return new ServiceError(
    'ontology_unknown_definition',
    `${where}: there is no ${kind} ${quoted(name)}`,
    hint === undefined ? {} : { hint },
  );
}

/** Refuses a name that breaks the rules of spec 2, "Names". */
export function checkName(kind: string, identifier: Identifier): void {
  const fault = findNameFault(identifier.name);
  if (fault !== undefined) {
    throw new ServiceError('ontology_bad_name', `${kind} ${quoted(identifier.name)}: ${fault}`);
  }
}

/** Refuses a name that stands twice in one list of a statement. */
export function checkDistinct(where: string, kind: string, names: readonly Identifier[]): void {
  const seen = new Set<string>();
  for (const { name } of names) {
    const key = nameKey(name);
    if (seen.has(key)) throw invalid(where, `the ${kind} ${quoted(name)} stands twice`);
    seen.add(key);
  }
}
