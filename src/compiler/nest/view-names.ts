import { nameKey, type Query, type Select, type SelectItem, type Written } from '../../model';
import { isExpression, refer } from '../tree';
import { nameOf } from './read-names';
import { withNames } from './with-names';

/** The names of the columns of a view, some of which are short paths, and of the full paths that nested rows are grouped by. */
export class ViewNames {
  /** The columns, with full paths in place of short ones. */
  readonly columns: readonly string[];
  /** The names of the columns by the key of their full path. */
  private readonly short: ReadonlyMap<string, string>;

  constructor(
    names: readonly string[],
    private readonly paths: ReadonlyMap<string, string>,
  ) {
    this.columns = names.map((name) => this.full(name));
    this.short = new Map(names.map((name) => [nameKey(this.full(name)), name]));
  }

  full(name: string): string {
    return this.paths.get(nameKey(name)) ?? name;
  }

  /** Returns a statement over the view with full paths. */
  withPaths(query: Select<Written>): Select<Written> {
    if (this.paths.size === 0) return query;
    const items = query.items.flatMap((item): readonly SelectItem<Written>[] =>
      isExpression(item.expression) ? [item] : this.columns.map((name) => ({ expression: refer(name) })),
    );
    return withNames({ ...query, items }, (name) => this.full(name));
  }

  /** Returns a statement with full paths as one that reads the columns of the view under these names. */
  withColumns(query: Query<Written>): Query<Written> {
    if (this.paths.size === 0 || query.kind !== 'select') return query;
    const items = query.items.map((item): SelectItem<Written> => {
      if (item.alias !== undefined || item.expression.kind !== 'reference') return item;
      return { ...item, alias: { name: nameOf(item.expression.reference.parts) } };
    });
    return withNames({ ...query, items }, (name) => this.short.get(nameKey(name)) ?? name);
  }
}
