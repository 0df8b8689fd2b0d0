import {
  nameKey,
  type Expression,
  type Identifier,
  type Query,
  type Source,
  type With,
  type Written,
  type WrittenName,
} from '../../model';
import { suggest } from '../../errors';
import { childrenOf, queryIn, valuesOf } from '../tree';
import { aliasesOf, type KnownTables, mayHave, outputsOf, type Scan, type Scope, scopesOf } from './mapping-scope';
import { quoted } from './refusals';

/** A name in the statement of a mapping that its data source does not have. */
export interface MappingFault {
  readonly message: string;
  readonly hint?: string | undefined;
  /** The offset of the name, if the statement is part of the request. */
  readonly at?: number | undefined;
}

/** Columns that tables have without listing them. */
const UNLISTED: ReadonlySet<string> = new Set(['rowid', '_rowid']);

/**
 * Returns the tables and columns that a parsed mapping names and that do not exist, in written order, each with the
 * nearest existing name. Reports only what the catalogue proves: a name that may belong to a table that the catalogue
 * does not list, or that has another meaning in one of the dialects, counts as existing.
 */
export function findMappingFaults(query: Query<Written>, tables: KnownTables): readonly MappingFault[] {
  const finder = new FaultFinder(tables);
  finder.query(query, new Map(), undefined);
  return finder.faults.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

/** The common tables in scope, by name, with their columns. */
type CommonTables = ReadonlyMap<string, readonly string[] | undefined>;

class FaultFinder {
  readonly faults: MappingFault[] = [];

  constructor(private readonly tables: KnownTables) {}

  /** Checks a query and returns its output columns, or undefined if they are not known. */
  query(query: Query<Written>, around: CommonTables, outer: Scope | undefined): readonly string[] | undefined {
    const common = query.with === undefined ? around : this.commonTables(query.with, around, outer);
    if (query.kind === 'set') {
      const outputs = this.query(query.left, common, outer);
      this.query(query.right, common, outer);
      return outputs;
    }
    const scans: Scan[] = [];
    const scope: Scope = { scans, aliases: aliasesOf(query), outer };
    if (query.from !== undefined) scans.push(...this.scans(query.from, common, scope));
    if (query.from !== undefined) this.joins(query.from, common, scope);
    for (const value of valuesOf(query)) this.expression(value, common, scope);
    return outputsOf(query, scans);
  }

  private commonTables({ tables, recursive }: With<Written>, around: CommonTables, outer?: Scope): CommonTables {
    const common = new Map(around);
    for (const { name, columns, query } of tables) {
      const key = nameKey(name.name);
      const declared = columns?.map((column) => column.name);
      if (recursive) common.set(key, declared);
      const outputs = this.query(query, common, outer);
      common.set(key, declared ?? outputs);
    }
    return common;
  }

  /** Returns the sources of a FROM. A derived table sees the sources before it only if it is LATERAL. */
  private scans(source: Source<Written>, common: CommonTables, scope: Scope): readonly Scan[] {
    if (source.kind === 'join')
      return [...this.scans(source.left, common, scope), ...this.scans(source.right, common, scope)];
    if (source.kind === 'derived') {
      const outputs = this.query(source.query, common, source.lateral ? scope : scope.outer);
      return [{ name: source.alias.name, columns: source.columns?.map(({ name }) => name) ?? outputs }];
    }
    const parts = source.table.parts.map(({ name }) => name);
    const name = source.alias?.name ?? parts.at(-1) ?? '';
    return [{ name, columns: this.columnsOf(source.table.parts, common) }];
  }

  private columnsOf(parts: readonly Identifier[], common: CommonTables): readonly string[] | undefined {
    const [first, ...others] = parts;
    if (first === undefined) return undefined;
    if (others.length === 0 && common.has(nameKey(first.name))) return common.get(nameKey(first.name));
    const found = this.tables.find(parts.map(({ name }) => name));
    if (found === undefined && others.length === 0) {
      const message = `its data source has no table ${quoted(first.name)}`;
      this.faults.push({ message, hint: suggest(first.name, this.tables.names), at: first.at });
    }
    return found?.columns.map(({ name }) => name);
  }

  /** Checks the conditions of joins and the columns of USING. */
  private joins(source: Source<Written>, common: CommonTables, scope: Scope): void {
    if (source.kind !== 'join') return;
    this.joins(source.left, common, scope);
    this.joins(source.right, common, scope);
    if (source.on !== undefined) this.expression(source.on, common, scope);
    for (const column of source.using ?? []) this.reference({ parts: [column] }, scope);
  }

  private expression(node: Expression<Written>, common: CommonTables, scope: Scope): void {
    if (node.kind === 'reference') this.reference(node.reference, scope);
    for (const child of childrenOf(node)) this.expression(child, common, scope);
    const inner = queryIn(node);
    if (inner !== undefined) this.query(inner, common, scope);
  }

  private reference({ parts }: WrittenName, scope: Scope): void {
    const column = parts.at(-1);
    if (column === undefined || UNLISTED.has(nameKey(column.name))) return;
    const qualifier = parts.at(-2);
    if (qualifier === undefined) this.plainColumn(column, scope);
    else this.qualifiedColumn(column, qualifier, scope);
  }

  private plainColumn(column: Identifier, scope: Scope): void {
    if (isInScope(nameKey(column.name), scope)) return;
    this.faults.push(lacksColumn(scope.scans, column, scopesOf(scope)));
  }

  private qualifiedColumn(column: Identifier, qualifier: Identifier, scope: Scope): void {
    const scans = scopesOf(scope).flatMap((each) => each.scans);
    const named = scans.filter(({ name }) => nameKey(name) === nameKey(qualifier.name));
    if (named.some((scan) => mayHave(scan, nameKey(column.name)))) return;
    if (named.length > 0) {
      this.faults.push(lacksColumn(named, column, [{ ...scope, scans: named }]));
    } else if (!isInScope(nameKey(qualifier.name), scope)) {
      const hint = suggest(
        qualifier.name,
        scans.map(({ name }) => name),
      );
      this.faults.push({ message: `its FROM has no table ${quoted(qualifier.name)}`, hint, at: qualifier.at });
    }
  }
}

/** Reports whether a name may be that of a column, an alias, or a table as a whole. */
function isInScope(key: string, scope: Scope): boolean {
  return scopesOf(scope).some(
    ({ scans, aliases }) => aliases.has(key) || scans.some((scan) => mayHave(scan, key) || nameKey(scan.name) === key),
  );
}

function lacksColumn(scans: readonly Scan[], { name, at }: Identifier, scopes: readonly Scope[]): MappingFault {
  const known = scopes.flatMap((scope) => scope.scans.flatMap(({ columns }) => columns ?? []));
  const tables = scans.map((scan) => quoted(scan.name)).join(', ');
  const message =
    scans.length === 0
      ? `has no FROM with a column ${quoted(name)}`
      : `${scans.length === 1 ? 'its table' : 'none of its tables'} ${tables} has ${scans.length === 1 ? 'no' : 'a'} column ${quoted(name)}`;
  return { message, hint: suggest(name, known), at };
}
