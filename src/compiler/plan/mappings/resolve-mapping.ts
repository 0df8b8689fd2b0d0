import {
  nameKey,
  type DerivedSource,
  type Expression,
  type Query,
  type Select,
  type Source,
  type TableSource,
  type With,
  type Written,
  type WrittenName,
} from '../../../model';
import { mapChildren, rebuildQuery, selectOf } from '../../tree';
import { spellOutPlaces, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { MappingNames, ownOutputs } from './mapping-names';
import { tableFacts } from './source-facts';

/**
 * Returns the query of a parsed mapping over the tables of its data source, with unique aliases for its sources. The
 * data source evaluates the statement as written. A column is qualified only if exactly one source can have it. Other
 * names remain as written, as do joins by USING and NATURAL: the data source resolves their columns.
 */
export function resolveMapping(planning: Planning, query: Query<Written>): Query<Resolved> {
  return new MappingResolver(planning).query(query, MappingNames.NONE);
}

class MappingResolver {
  constructor(private readonly planning: Planning) {}

  /** Resolves a query. `outer` contains the names that its expressions can read in addition to its own sources. */
  query(query: Query<Written>, around: MappingNames, outer?: MappingNames): Query<Resolved> {
    const { with: written, orderBy, ...body } = query;
    const { common, within } = this.commonTables(written, around, outer);
    const from = query.kind === 'select' ? query.from : undefined;
    const names = MappingNames.of(this.planning, from, within, outer);
    // Clauses that can name output columns are resolved separately.
    const keyless = body.kind === 'set' ? body : { ...body, groupBy: [], having: undefined };
    const rebuilt = rebuildQuery<Written, Resolved>(
      { ...keyless, orderBy: [] },
      {
        expression: (node) => this.expression(node, names),
        query: (side) => this.query(side, within, outer),
        source: (source) => this.source(source, names),
      },
    );
    const resolved =
      rebuilt.kind === 'select' && query.kind === 'select' ? this.select(query, rebuilt, names) : rebuilt;
    const keys = orderBy.map((item) => ({ ...item, expression: this.key(item.expression, query, names) }));
    return { ...resolved, orderBy: keys, ...(common && { with: common }) };
  }

  private commonTables(
    written: With<Written> | undefined,
    around: MappingNames,
    outer: MappingNames | undefined,
  ): { readonly common?: With<Resolved>; readonly within: MappingNames } {
    if (written === undefined) return { within: around };
    let within = around;
    const tables = written.tables.map((table) => {
      const after = within.withCommon(table.name.name);
      const resolved = { ...table, query: this.query(table.query, written.recursive ? after : within, outer) };
      within = after;
      return resolved;
    });
    return { common: { ...written, tables }, within };
  }

  private select(written: Select<Written>, rebuilt: Select<Resolved>, names: MappingNames): Select<Resolved> {
    const items = rebuilt.items.map((item, index) => {
      const expression = written.items[index]?.expression;
      if (item.expression.kind === 'star') return { ...item, expression: names.star(item.expression) };
      const column = expression?.kind === 'reference' ? expression.reference.parts.at(-1) : undefined;
      const alias = item.alias ?? column;
      return { ...item, ...(alias && { alias }) };
    });
    const groupBy = written.groupBy.map((value) => this.key(value, written, names));
    const having = written.having && this.expression(written.having, names, ownOutputs(written));
    return { ...rebuilt, items, groupBy, ...(having && { having }) };
  }

  /**
   * Resolves a sort or group key. A number is the position of an output column, and a name can be an output name: the
   * data source resolves both.
   */
  private key(value: Expression<Written>, query: Query<Written>, names: MappingNames): Expression<Resolved> {
    if (value.kind === 'literal' && value.type === 'integer') return { ...value, inline: true, isPlace: true };
    return this.expression(value, names, ownOutputs(query));
  }

  private expression(
    node: Expression<Written>,
    names: MappingNames,
    outputs: ReadonlySet<string> = new Set(),
  ): Expression<Resolved> {
    if (node.kind === 'literal') return { ...node, inline: true };
    if (node.kind === 'reference') return reference(node.reference, names, outputs);
    return mapChildren<Written, Resolved>(node.kind === 'call' ? spellOutPlaces(node) : node, {
      expression: (child) => this.expression(child, names, outputs),
      query: (inner) => this.query(inner, names, names),
    });
  }

  private source(source: Source<Written>, names: MappingNames): Source<Resolved> {
    if (source.kind === 'table') return this.table(source, names);
    if (source.kind === 'derived') return this.derived(source, names);
    const { on, ...rest } = source;
    return {
      ...rest,
      left: this.source(source.left, names),
      right: this.source(source.right, names),
      ...(on && { on: this.expression(on, names) }),
    };
  }

  private table(source: TableSource<Written>, names: MappingNames): TableSource<Resolved> {
    const alias = { name: names.aliasOf(source) };
    const parts = source.table.parts.map(({ name }) => name);
    if (names.isCommon(parts)) return { kind: 'table', table: { kind: 'common', name: parts[0] ?? '' }, alias };
    return { kind: 'table', table: { kind: 'physical', parts }, alias, facts: tableFacts(this.planning, parts) };
  }

  /** Returns a derived table with its column names declared in a common table, which every data source supports. */
  private derived(source: DerivedSource<Written>, names: MappingNames): DerivedSource<Resolved> {
    const { columns, lateral } = source;
    const alias = { name: names.aliasOf(source) };
    const query = this.query(source.query, names, lateral ? names : names.around);
    if (columns === undefined) return { kind: 'derived', query, alias, lateral };
    const common = { kind: 'common', name: this.planning.alias(source.alias.name) } as const;
    const renamed: Query<Resolved> = {
      ...selectOf<Resolved>([]),
      items: [{ expression: { kind: 'star', qualifier: [] } }],
      with: { recursive: false, tables: [{ name: common, columns, query }] },
      from: { kind: 'table', table: common },
    };
    return { kind: 'derived', query: renamed, alias, lateral };
  }
}

function reference(name: WrittenName, names: MappingNames, outputs: ReadonlySet<string>): Expression<Resolved> {
  const column = name.parts.at(-1)?.name ?? '';
  const isOutput = name.parts.length === 1 && outputs.has(nameKey(column));
  const source = isOutput ? '' : names.sourceOf(name);
  return { kind: 'reference', reference: { source, name: column, type: 'unknown' } };
}
