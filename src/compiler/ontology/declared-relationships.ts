import { nameKey, type Identifier } from '../../model';
import type { CreateConcept, ForeignKeyConstraint, MultiReferenceConstraint } from '../statement';
import { invalid, placeOf, quoted } from './refusals';

export type RelationshipConstraint = ForeignKeyConstraint | MultiReferenceConstraint;

/** A relationship as a concept declares it. */
export interface DeclaredRelationship {
  /** Key of the concept. */
  readonly source: string;
  readonly concept: CreateConcept;
  readonly constraint: RelationshipConstraint;
}

/** Returns the columns that a declaration compares: of its own concept and of the target. */
export type ColumnsOf = (declared: DeclaredRelationship) => readonly [readonly string[], readonly string[]];

/**
 * Returns every declared relationship once. A relationship may be declared from both sides, if both declarations say the
 * same; one that names no inverse or steps says nothing of them. Rejects declarations that contradict each other.
 */
export function declaredRelationships(
  definitions: ReadonlyMap<string, CreateConcept>,
  columnsOf: ColumnsOf,
): readonly DeclaredRelationship[] {
  const declared = listDeclared(definitions);
  const byName = new Map(declared.map((one) => [nameOf(one.source, one.constraint.name, one.constraint.target), one]));
  const others = new Map<DeclaredRelationship, DeclaredRelationship>();
  for (const one of declared) {
    const { source, constraint, concept } = one;
    if (constraint.inverse === undefined) continue;
    const other = byName.get(nameOf(nameKey(constraint.target.name), constraint.inverse, concept.name));
    if (other === undefined || other === one) continue;
    checkSame(other, one, columnsOf);
    others.set(one, other).set(other, one);
    byName.delete(nameOf(source, constraint.name, constraint.target));
  }
  return declared.flatMap((one, index) => {
    const other = others.get(one);
    if (other === undefined) return [one];
    return declared.indexOf(other) < index ? [] : [merge(one, other)];
  });
}

function listDeclared(definitions: ReadonlyMap<string, CreateConcept>): readonly DeclaredRelationship[] {
  return [...definitions].flatMap(([source, concept]) =>
    concept.constraints.flatMap((constraint) =>
      constraint.kind === 'multi-value' ? [] : [{ source, concept, constraint }],
    ),
  );
}

function nameOf(source: string, name: Identifier, target: Identifier): string {
  return JSON.stringify([source, nameKey(name.name), nameKey(target.name)]);
}

function merge(one: DeclaredRelationship, { constraint: other }: DeclaredRelationship): DeclaredRelationship {
  const { constraint } = one;
  const transitivity = constraint.transitivity ?? other.transitivity;
  const description = constraint.description ?? other.description;
  return {
    ...one,
    constraint: {
      ...constraint,
      inverse: other.name,
      ...(transitivity !== undefined && { transitivity }),
      ...(description !== undefined && { description }),
    },
  };
}

/** Rejects two declarations of one relationship that differ. */
function checkSame(one: DeclaredRelationship, other: DeclaredRelationship, columnsOf: ColumnsOf): void {
  const difference = differenceOf(one, other, columnsOf);
  if (difference === undefined) return;
  const [first, second] = [one, other].map(({ concept, constraint }) => ({
    title: `relationship ${quoted(constraint.name.name)} of concept ${quoted(concept.name.name)}`,
    at: constraint.name.at,
  }));
  const where = placeOf('concept', other.concept.name);
  throw invalid(
    { title: where.title, at: second?.at ?? first?.at },
    `${second?.title ?? ''} contradicts ${first?.title ?? ''}, of which it is the inverse: ${difference}`,
    'declare the relationship from one side, or the same from both',
  );
}

function differenceOf(
  { constraint: one, ...ofOne }: DeclaredRelationship,
  { constraint: other, ...ofOther }: DeclaredRelationship,
  columnsOf: ColumnsOf,
): string | undefined {
  const [called, inverse] = [nameKey(other.name.name), nameKey(one.inverse?.name ?? other.name.name)];
  if (called !== inverse) return `one is INVERSEOF ${quoted(one.inverse?.name ?? '')}`;
  if (one.kind !== other.kind) return 'one is a FOREIGN KEY, the other a MULTIREFERENCE';
  const [here, there] = columnsOf({ constraint: one, ...ofOne });
  const [near, far] = columnsOf({ constraint: other, ...ofOther });
  if (!isSame(here, there, far, near)) return 'they compare different columns';
  const steps = [one.transitivity, other.transitivity];
  if (steps.includes(undefined) || steps[0] === steps[1]) return undefined;
  return 'they differ in TRANSITIVE';
}

/** Reports whether two lists of pairs are equal, in any order. */
function isSame(
  left: readonly string[],
  right: readonly string[],
  left2: readonly string[],
  right2: readonly string[],
): boolean {
  const pairs = (a: readonly string[], b: readonly string[]): string =>
    JSON.stringify(a.map((column, index) => [column, b[index]]).sort());
  return pairs(left, right) === pairs(left2, right2);
}
