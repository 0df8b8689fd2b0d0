import {
  type CommonTable,
  nameKey,
  type Expression,
  type Mapping,
  type Query,
  type SelectItem,
  type Source,
} from '../../../model';
import { childrenOf, mapChildren, rebuildQuery } from '../../tree';
import { COMPARISON_OPERATORS, type Resolved, spellOutComparisons, typeOf } from '../../values';
import type { Planning } from '../scope/planning';

type Columns = ReadonlySet<string>;
const NONE: Columns = new Set();

/**
 * Returns the query of a mapping with the type of the columns that are boolean in the catalogue, and with comparisons of
 * them that do not depend on how the engine converts booleans to numbers. Columns of tables that the catalogue does not
 * list count as booleans where they are compared with TRUE or FALSE, unless the engine accepts numbers as well.
 */
export function typeBooleans(planning: Planning, mapping: Mapping, query: Query<Resolved>): Query<Resolved> {
  const { booleansAreNumbers, acceptsNumbersAsBooleans } = planning.traitsOf(mapping.dataSource);
  return booleansAreNumbers ? query : new BooleanColumns(planning, acceptsNumbersAsBooleans).query(query);
}

function compares(node: Expression<Resolved>): boolean {
  if (node.kind === 'binary') return COMPARISON_OPERATORS.has(node.operator);
  return node.kind === 'in-list' || node.kind === 'between';
}

/** Returns TRUE and FALSE as booleans, which are numbers elsewhere. */
function asBoolean(node: Expression<Resolved>): Expression<Resolved> {
  const isTruth = node.kind === 'literal' && node.type === 'boolean';
  return isTruth ? { kind: 'cast', operand: node, type: { name: 'boolean' } } : node;
}

class BooleanColumns {
  /** The boolean columns of each source, by its alias, which is unique in a plan. */
  private readonly ofSources = new Map<string, Columns>();
  private readonly ofCommonTables = new Map<string, Columns>();
  /** The aliases of tables that the catalogue does not list. */
  private readonly unlisted = new Set<string>();
  /** The aliases of the sources of the SELECT whose expressions are read. */
  private visible: readonly string[] = [];

  constructor(
    private readonly planning: Planning,
    private readonly acceptsNumbers: boolean,
  ) {}

  query(query: Query<Resolved>): Query<Resolved> {
    const outer = this.visible;
    const { with: common, ...body } = query;
    const tables = common?.tables.map((table) => this.commonTable(table));
    const sources = body.kind === 'select' ? body.from : undefined;
    this.visible = sources === undefined ? [] : aliasesOf(sources);
    const from = sources && this.source(sources);
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
      this.addTable(source.alias?.name ?? '', source.table);
      return source;
    }
    const query = this.query(source.query);
    this.ofSources.set(source.alias.name, this.outputs(query));
    return { ...source, query };
  }

  private addTable(alias: string, table: Extract<Source<Resolved>, { kind: 'table' }>['table']): void {
    if (table.kind === 'common') this.ofSources.set(alias, this.ofCommonTables.get(nameKey(table.name)) ?? NONE);
    if (table.kind !== 'physical') return;
    const columns = this.planning.findTable(table.parts)?.columns;
    if (columns === undefined) this.unlisted.add(alias);
    const booleans = columns?.filter(({ type }) => type?.name === 'boolean').map(({ name }) => nameKey(name));
    this.ofSources.set(alias, new Set(booleans));
  }

  private expression(node: Expression<Resolved>): Expression<Resolved> {
    if (node.kind === 'literal') return node;
    if (node.kind === 'reference') {
      const { source, name } = node.reference;
      return this.isBoolean(source, name) ? { ...node, reference: { ...node.reference, type: 'boolean' } } : node;
    }
    const isUnlisted = compares(node) && childrenOf(node).some((child) => this.isUnlisted(child));
    const typed = mapChildren<Resolved, Resolved>(node, {
      expression: (child) => this.expression(isUnlisted ? asBoolean(child) : child),
      query: (inner) => this.query(inner),
    });
    return childrenOf(typed).some((child) => typeOf(child) === 'boolean') ? spellOutComparisons(typed) : typed;
  }

  private isUnlisted(node: Expression<Resolved>): boolean {
    return node.kind === 'reference' && !this.acceptsNumbers && this.unlisted.has(node.reference.source);
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
