import {
  nameKey,
  type Expression,
  type Select,
  type SelectItem,
  type Star,
  type Written,
  type WrittenName,
} from '../../../model';
import { isExpression } from '../../tree';
import { ConceptSource } from '../entities/concept-source';
import type { Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { resolveExpression } from '../scope/resolve-expression';
import { Scope, type StarColumn } from '../scope/scope';

/** An output column of a SELECT. `star` is the star that it was expanded from, if any. */
export interface OutputItem extends StarColumn {
  readonly star?: Star;
}

/** Returns the items of a SELECT in order, with stars expanded. */
export function resolveItems(planning: Planning, scope: Scope, select: Select<Written>): readonly OutputItem[] {
  return select.items.flatMap((item, index) => {
    const { expression } = item;
    if (!isExpression(expression)) return expandStar(scope, expression);
    return [{ name: itemName(item, index), value: resolveExpression(planning, scope, expression) }];
  });
}

function expandStar(scope: Scope, star: Star): readonly OutputItem[] {
  const qualifier = star.qualifier.map((part) => part.name);
  return scope.starSources(qualifier, star.at).flatMap((source) =>
    source
      .starColumns()
      .filter((column) => qualifier.length > 0 || !source.hidden?.has(nameKey(column.name)))
      .map((column) => ({ ...column, star })),
  );
}

/** Returns the items with the paths that WHERE and ORDER BY read inserted after the last star (docs/http-api.md). */
export function addUsedPaths(items: readonly OutputItem[], scope: Scope): readonly OutputItem[] {
  const named = new Set(items.map((item) => nameKey(item.name)));
  const paths = scope.sources.flatMap((source) => (source instanceof ConceptSource ? source.pathColumns() : []));
  const added = paths.filter((path) => !named.has(nameKey(path.name)));
  const lastStar = items.findLastIndex((item) => item.star !== undefined);
  return lastStar < 0 ? items : [...items.slice(0, lastStar + 1), ...added, ...items.slice(lastStar + 1)];
}

function itemName(item: SelectItem<Written>, index: number): string {
  if (item.alias !== undefined) return item.alias.name;
  if (isExpression(item.expression) && item.expression.kind === 'reference')
    return item.expression.reference.parts.at(-1)?.name ?? '';
  return item.text ?? `column_${index + 1}`;
}

/**
 * The scope of the clauses that may name output columns (MySQL manual, "Problems with Column Aliases"): GROUP BY
 * prefers a column of FROM, and HAVING and ORDER BY prefer the output column.
 */
export class OutputScope extends Scope {
  readonly #items: ReadonlyMap<string, Expression<Resolved>>;

  constructor(
    private readonly inner: Scope,
    private readonly items: readonly OutputItem[],
    readonly prefers: 'columns' | 'items',
  ) {
    super(inner.sources, inner.outer, inner.common, inner.reads);
    this.#items = new Map(
      items.filter((item) => item.star === undefined).map((item) => [nameKey(item.name), item.value]),
    );
  }

  override get ofRows(): Scope | undefined {
    return this.prefers === 'columns' ? undefined : new OutputScope(this.inner, this.items, 'columns');
  }

  override find(name: WrittenName): Expression<Resolved> | undefined {
    const item = name.parts.length === 1 ? this.#items.get(nameKey(name.parts[0]?.name ?? '')) : undefined;
    return this.prefers === 'items' ? (item ?? super.find(name)) : (super.find(name) ?? item);
  }
}
