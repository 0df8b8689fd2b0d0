import { findNameFault, nameKey, type Identifier } from '../../model';
import { ServiceError, suggest } from '../../errors';

/** Returns a name in the form used in messages. */
export function quoted(name: string): string {
  return `\`${name}\``;
}

/** The definition that an error refers to. `at` is known only for definitions in the request. */
export interface Place {
  readonly title: string;
  readonly at?: number | undefined;
}

/** Returns the place of a definition, at the offset of its name. */
export function placeOf(kind: string, { name, at }: Identifier): Place {
  return { title: `${kind} ${quoted(name)}`, at };
}

/** Returns the error for an inconsistent model; `where` is the statement at fault. */
export function invalid({ title, at }: Place, problem: string, hint?: string): ServiceError {
  return new ServiceError('ontology_invalid', `${title}: ${problem}`, { hint, offset: at });
}

/** Returns the error for an undefined name in `where`, with a suggestion from the `known` names. */
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

/** Rejects a name that occurs twice in one list of a statement. */
export function checkDistinct(where: Place, kind: string, names: readonly Identifier[]): void {
  const seen = new Set<string>();
  for (const { name, at = where.at } of names) {
    const key = nameKey(name);
    if (seen.has(key)) throw invalid({ ...where, at }, `the ${kind} ${quoted(name)} occurs twice`);
    seen.add(key);
  }
}

/** Returns the error for a definition or DROP of the root concept, which every ontology contains. */
export function reservedRoot({ name, at }: Identifier): ServiceError {
  const message = `${quoted(nameKey(name))} is the root of all concepts: it cannot be replaced or dropped`;
  return new ServiceError('ontology_bad_name', message, { offset: at });
}
