import { findNameFault, nameKey } from '../../model';
import { ServiceError, suggest } from '../../errors';
import type { Identifier } from '../../model';

/** A name as messages show it. */
export function quoted(name: string): string {
  return `\`${name}\``;
}

/** The model does not hold together: `where` names the statement that says so. */
export function invalid(where: string, problem: string, hint?: string): ServiceError {
  return new ServiceError('ontology_invalid', `${where}: ${problem}`, { hint });
}

/** `where` names a thing that is not defined; `known` are the names it could have meant. */
export function unknownName(
  where: string,
  kind: string,
  named: string | Identifier,
  known: Iterable<string>,
): ServiceError {
  const { name, at }: Identifier = typeof named === 'string' ? { name: named } : named;
  const details = { hint: suggest(name, known), offset: at };
  return new ServiceError('ontology_unknown_definition', `${where}: there is no ${kind} ${quoted(name)}`, details);
}

/** Refuses a name that breaks the rules of spec 2, "Names". */
export function checkName(kind: string, identifier: Identifier): void {
  const fault = findNameFault(identifier.name);
  if (fault !== undefined) {
    const offset = identifier.at;
    throw new ServiceError('ontology_bad_name', `${kind} ${quoted(identifier.name)}: ${fault}`, { offset });
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
