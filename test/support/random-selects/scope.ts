import type { Dice } from '../random-ontology/dice';
import type { Column } from './tables';

/** A source of a FROM under the name that qualifies its columns. */
export interface NamedSource {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The names that a SELECT can use: its sources, and the columns of `*`, in which a join merges columns. */
export interface Scope {
  readonly sources: readonly NamedSource[];
  readonly visible: readonly Column[];
  readonly outer?: Scope | undefined;
}

export interface Joined extends Scope {
  readonly sql: string;
}

/** Returns the columns that do not need a qualifier. */
export function bareColumns(visible: readonly Column[]): readonly Column[] {
  return visible.filter(({ name }) => visible.filter((other) => other.name === name).length === 1);
}

/** Picks a column of the scope, sometimes of the outer scope, with or without a qualifier. */
export function pickColumn(dice: Dice, scope: Scope, type: Column['type']): string | undefined {
  const inner = new Set(scope.sources.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const bare = bareColumns(scope.visible);
  const outer = bareColumns(scope.outer?.visible ?? []).filter(({ name }) => !inner.has(name));
  const lists =
    scope.outer !== undefined && dice.chance(40)
      ? [qualified(scope.outer, type), namesOf(outer, type)]
      : [qualified(scope, type), namesOf(bare, type)];
  const [first, second] = dice.shuffle(lists);
  return dice.find(first ?? []) ?? dice.find(second ?? []);
}

function qualified({ sources }: Scope, type: Column['type']): readonly string[] {
  return sources.flatMap(({ name, columns }) => namesOf(columns, type).map((column) => `${name}.${column}`));
}

function namesOf(columns: readonly Column[], type: Column['type']): readonly string[] {
  return columns.filter((column) => column.type === type).map(({ name }) => name);
}
