import { nameKey, type Identifier, type TableSource } from '../../../model';
import { childrenOf, isExpression, mapChildren, queryIn, rebuildQuery, valuesOf, type QueryMap } from '../../tree';
import type { Resolved } from '../../values';
import type { Expression, Query, Source } from '../../emit';

/**
 * Returns the query with aliases that DuckDB cannot confuse with columns. In a subquery, DuckDB first resolves
 * `track.id` of the outer query as the field `id` of a column `track` of the subquery's own tables. It then reads a
 * JSON or struct column instead, or reports an ambiguity if two tables have that column. A table with unknown columns
 * may have it.
 */
export function distinctAliases(query: Query): Query {
  const names = new NamesIn();
  names.addQuery(query);
  if (names.shadowed.size === 0) return query;
  const renamed = new Map([...names.shadowed].map((alias) => [alias, names.freeName(alias)]));
  return renaming(renamed).query(query);
}

/** The names in a query and its subqueries, each as its `nameKey`, except for aliases whose columns are read. */
class NamesIn {
  /** The aliases that a subquery reads from an outer query and that may also name one of its own columns. */
  readonly shadowed = new Set<string>();
  private readonly read = new Set<string>();
  private readonly given = new Set<string>();
  private readonly columns = new Set<string>();
  private areColumnsKnown = true;

  freeName(alias: string): string {
    for (let number = 2; ; number++) {
      const name = `${alias}_${number}`;
      if (!this.given.has(nameKey(name)) && !this.columns.has(nameKey(name))) return name;
    }
  }

  addQuery(query: Query): void {
    for (const value of valuesOf(query)) this.addValue(value);
    for (const table of query.with?.tables ?? []) {
      this.addColumns(table.columns ?? []);
      this.addQuery(table.query);
    }
    if (query.kind === 'set') {
      this.addQuery(query.left);
      this.addQuery(query.right);
      return;
    }
    this.addColumns(query.items.map(({ alias }) => alias));
    if (query.from !== undefined) this.addSource(query.from);
  }

  private addSource(source: Source): void {
    if (source.kind === 'join') {
      this.addSource(source.left);
      this.addSource(source.right);
      if (source.on !== undefined) this.addValue(source.on);
      return;
    }
    if (source.alias !== undefined) this.given.add(nameKey(source.alias.name));
    if (source.kind === 'table') this.addTable(source);
    else {
      this.addColumns(source.columns ?? []);
      if (source.lateral) this.addSubQuery(source.query);
      else this.addQuery(source.query);
    }
  }

  /** Adds the columns of a table. A common table is a query of the statement, which is added where it is defined. */
  private addTable({ table, facts }: TableSource<Resolved>): void {
    if (table.kind === 'common') return;
    for (const column of facts?.columns ?? []) this.columns.add(column);
    this.areColumnsKnown &&= facts?.columns !== undefined;
  }

  private addValue(value: Expression): void {
    if (value.kind === 'reference') {
      this.read.add(value.reference.source);
      this.columns.add(nameKey(value.reference.name));
    }
    for (const child of childrenOf(value)) this.addValue(child);
    const query = queryIn(value);
    if (query !== undefined) this.addSubQuery(query);
  }

  private addSubQuery(query: Query): void {
    const within = new NamesIn();
    within.addQuery(query);
    for (const alias of within.read) {
      const key = nameKey(alias);
      const isOutside = alias !== '' && !within.given.has(key);
      if (isOutside && (within.columns.has(key) || !within.areColumnsKnown)) this.shadowed.add(alias);
    }
    within.shadowed.forEach((alias) => this.shadowed.add(alias));
    within.read.forEach((alias) => this.read.add(alias));
    within.given.forEach((alias) => this.given.add(alias));
    within.columns.forEach((column) => this.columns.add(column));
    this.areColumnsKnown &&= within.areColumnsKnown;
  }

  private addColumns(columns: readonly (Identifier | undefined)[]): void {
    for (const column of columns) if (column !== undefined) this.columns.add(nameKey(column.name));
  }
}

/** Returns the mapping that renames the sources with these aliases, both in their definitions and in references to them. */
function renaming(names: ReadonlyMap<string, string>): QueryMap<Resolved, Resolved> {
  const map: QueryMap<Resolved, Resolved> = {
    expression: (node) => {
      if (node.kind === 'literal') return node;
      if (node.kind !== 'reference') return mapChildren<Resolved, Resolved>(node, map);
      const name = names.get(node.reference.source);
      return name === undefined ? node : { ...node, reference: { ...node.reference, source: name } };
    },
    query: (query) => rebuildQuery(withStars(query, names), map),
    source: (source) => {
      if (source.kind === 'join') {
        const { on, ...rest } = source;
        const sides = { left: map.source(source.left), right: map.source(source.right) };
        return { ...rest, ...sides, ...(on && { on: map.expression(on) }) };
      }
      const name = source.alias && names.get(source.alias.name);
      const named = name === undefined ? source : { ...source, alias: { name } };
      return named.kind === 'table' ? named : { ...named, query: map.query(named.query) };
    },
  };
  return map;
}

/** Returns the query with the new aliases as qualifiers of its stars. */
function withStars(query: Query, names: ReadonlyMap<string, string>): Query {
  if (query.kind === 'set' || query.items.every(({ expression }) => isExpression(expression))) return query;
  const items = query.items.map((item) => {
    if (isExpression(item.expression)) return item;
    const qualifier = item.expression.qualifier.map(({ name }) => ({ name: names.get(name) ?? name }));
    return { ...item, expression: { ...item.expression, qualifier } };
  });
  return { ...query, items };
}
