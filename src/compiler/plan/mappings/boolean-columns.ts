import { type CommonTable, nameKey, type Expression, type Query, type SelectItem, type Source } from '../../../model';
import { childrenOf, mapChildren, rebuildQuery } from '../../tree';
import { type Resolved, spellOutComparisons, typeOf } from '../../values';
import type { Planning } from '../scope/planning';

type Columns = ReadonlySet<string>;
const NONE: Columns = new Set();

/**
 * Returns the query of a mapping with the type of the columns that are boolean in the catalogue, and with comparisons of
 * them that do not depend on how the engine converts booleans to numbers.
 */
export function typeBooleans(planning: Planning, query: Query<Resolved>): Query<Resolved> {
  return new BooleanColumns(planning).query(query);
}

class BooleanColumns {
  /** The boolean columns of each source, by its alias, which is unique in a plan. */
  private readonly ofSources = new Map<string, Columns>();
  private readonly ofCommonTables = new Map<string, Columns>();
  /** The aliases of the sources of the SELECT whose expressions are read. */
  private visible: readonly string[] = [];

  constructor(private readonly planning: Planning) {}

  query(query: Query<Resolved>): Query<Resolved> {
    const outer = this.visible;
    const { with: common, ...body } = query;
    const tables = common?.tables.map((table) => this.commonTable(table));
    const from = body.kind === 'select' && body.from ? this.source(body.from) : undefined;
    this.visible = from === undefined ? [] : aliasesOf(from);
    const typed = rebuildQuery<Resolved, Resolved>(body.kind === 'select' ? { ...body, from: undefined } : body, {
      expression: (node) => this.expression(node),
      query: (inner) => this.query(inner),
      source: (source) => source,
    });
    this.visible = outer;
    return { ...typed, ...(from && { from }), ...(common && tables && { with: { ...common, tables } }) };
  }

  private commonTable(table: CommonTable<Resolved>): CommonTable<Resolved> {
    const query = this.query(table.query);
    this.ofCommonTables.set(
      nameKey(table.name.name),
      this.outputs(
        query,
        table.columns?.map(({ name }) => name),
      ),
    );
    return { ...table, query };
  }

  private source(source: Source<Resolved>): Source<Resolved> {
    if (source.kind === 'join') {
      const [left, right] = [this.source(source.left), this.source(source.right)];
      return { ...source, left, right, ...(source.on && { on: this.expression(source.on) }) };
    }
    if (source.kind === 'table') {
      this.ofSources.set(source.alias?.name ?? '', this.ofTable(source.table));
      return source;
    }
    const query = this.query(source.query);
    this.ofSources.set(source.alias.name, this.outputs(query));
    return { ...source, query };
  }

  private ofTable(table: Extract<Source<Resolved>, { kind: 'table' }>['table']): Columns {
    if (table.kind === 'common') return this.ofCommonTables.get(nameKey(table.name)) ?? NONE;
    const columns = table.kind === 'physical' ? (this.planning.findTable(table.parts)?.columns ?? []) : [];
    return new Set(columns.filter(({ type }) => type?.name === 'boolean').map(({ name }) => nameKey(name)));
  }

  private expression(node: Expression<Resolved>): Expression<Resolved> {
    if (node.kind === 'literal') return node;
    if (node.kind === 'reference') {
      const { source, name } = node.reference;
      return this.isBoolean(source, name) ? { ...node, reference: { ...node.reference, type: 'boolean' } } : node;
    }
    const typed = mapChildren<Resolved, Resolved>(node, {
      expression: (child) => this.expression(child),
      query: (inner) => this.query(inner),
    });
    return childrenOf(typed).some((child) => typeOf(child) === 'boolean') ? spellOutComparisons(typed) : typed;
  }

  /** A column without a source is one of any source of its SELECT. */
  private isBoolean(source: string, name: string): boolean {
    const sources = source === '' ? this.visible : [source];
    return sources.some((alias) => this.ofSources.get(alias)?.has(nameKey(name)) === true);
  }

  /** Returns the boolean output columns of a query, which `names` renames in their order. */
  private outputs(query: Query<Resolved>, names: readonly string[] = []): Columns {
    if (query.kind === 'set') {
      const right = this.outputs(query.right, names);
      return new Set([...this.outputs(query.left, names)].filter((name) => right.has(name)));
    }
    const aliases = query.from === undefined ? [] : aliasesOf(query.from);
    return new Set(query.items.flatMap((item, index) => this.output(item, names[index], aliases)));
  }

  private output({ expression, alias }: SelectItem<Resolved>, renamed: string | undefined, from: readonly string[]) {
    if (expression.kind === 'star') {
      const [qualifier] = expression.qualifier;
      return (qualifier ? [qualifier.name] : from).flatMap((name) => [...(this.ofSources.get(name) ?? NONE)]);
    }
    if (expression.kind !== 'reference' || expression.reference.type !== 'boolean') return [];
    return [nameKey(renamed ?? alias?.name ?? expression.reference.name)];
  }
}

function aliasesOf(source: Source<Resolved>): readonly string[] {
  if (source.kind === 'join') return [...aliasesOf(source.left), ...aliasesOf(source.right)];
  return [source.alias?.name ?? ''];
}
