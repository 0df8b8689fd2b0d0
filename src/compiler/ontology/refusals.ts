import { findNameFault, nameKey, type Identifier } from '../../model';
import { ServiceError, suggest } from '../../errors';

/** A name as messages show it. */
export function quoted(name: string): string {
  return `\`${name}\``;
}

/** The definition that a refusal is about; `at` is known of what the request itself defines. */
export interface Place {
  readonly title: string;
  readonly at?: number | undefined;
}

/** The place of a definition, where its name stands. */
export function placeOf(kind: string, { name, at }: Identifier): Place {
  return { title: `${kind} ${quoted(name)}`, at };
}

/** The model does not hold together: `where` names the statement that says so. */
export function invalid({ title, at }: Place, problem: string, hint?: string): ServiceError {
  return new ServiceError('ontology_invalid', `${title}: ${problem}`, { hint, offset: at });
}

/** `where` names a thing that is not defined; `known` are the names it could have meant. */
export function unknownName(
  where: Place,
  kind: string,
  { name, at }: Identifier,
  known: Iterable<string>,
): ServiceError {
  const details = { hint: suggest(name, known), offset: at ?? where.at };
  return new ServiceError(
    'ontology_unknown_definition',
    `${where.title}: there is no ${kind} ${quoted(name)}`,
    details,
  );
}

/** Rejects a name that breaks the rules of names (docs/language.md). */
export function checkName(kind: string, identifier: Identifier): void {
  const fault = findNameFault(identifier.name);
  if (fault !== undefined) {
    const offset = identifier.at;
    throw new ServiceError('ontology_bad_name', `${kind} ${quoted(identifier.name)}: ${fault}`, { offset });
  }
}

/** Refuses a name that stands twice in one list of a statement. */
export function checkDistinct(where: Place, kind: string, names: readonly Identifier[]): void {
  const seen = new Set<string>();
  for (const { name, at = where.at } of names) {
    const key = nameKey(name);
    if (seen.has(key)) throw invalid({ ...where, at }, `the ${kind} ${quoted(name)} stands twice`);
    seen.add(key);
  }
}

/** The root of all concepts is there by itself, in every ontology. */
export function reservedRoot({ name, at }: Identifier): ServiceError {
  const message = `${quoted(nameKey(name))} is the root of all concepts: it is neither defined anew nor dropped`;
  return new ServiceError('ontology_bad_name', message, { offset: at });
}
