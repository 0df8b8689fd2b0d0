import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Expression, type WrittenName } from '../../../model';
import { locate } from './locate';
import { parsePath, type Column, type MeasuredEntity, type PlannedColumn, type Resolved } from '../../values';

/** One column of `SELECT *`. */
export interface StarColumn {
  readonly name: string;
  readonly value: Expression<Resolved>;
}

/** A source of FROM in which names are resolved. */
export interface NamedSource {
  /** The name that qualifies its columns. */
  readonly name: string;
  /** The schema that may qualify the name, if the source has no alias. */
  readonly schema?: string;
  /** The schema that supports paths, if it differs from the schema of this table. */
  readonly pathSchema?: string | undefined;
  /** Columns that USING or NATURAL merged into those of another source: unqualified names and stars skip them. */
  readonly hidden?: ReadonlySet<string>;
  find(column: string): Expression<Resolved> | undefined;
  /** Returns the value at the end of a path that leaves out the concepts of its steps. */
  findShort?(path: string): Expression<Resolved> | undefined;
  /** Returns whether a name is a path, which the source may be unable to read. */
  isPath?(name: string): boolean;
  /** Returns how to write an unknown name that is similar to a path. */
  hintAtPath?(name: string): string | undefined;
  starColumns(): readonly StarColumn[];
  /** Returns the names for hints at similar names. */
  columnNames(): readonly string[];
  /**
   * Returns the column if one entity can have several of its values, along a to-many path or as a multi-value property,
   * unless one of the SELECT's `own` names already joins it.
   */
  findMany?(column: string, own: readonly string[]): ManyOfEntity | undefined;
  /** Returns the aliases whose columns all have one value in each group if the settled columns have one. */
  settledAliases?(isSettled: (column: Column) => boolean): readonly string[];
}

/** A common table that a FROM within its WITH can read. */
export interface CommonSource {
  readonly alias: string;
  readonly columns: readonly PlannedColumn[];
}

/** A column for which one entity can have several values. */
export interface ManyOfEntity {
  readonly entity: MeasuredEntity;
  readonly column: string;
}

/** The names that a SELECT reads, and its joins to entities of enclosing statements. */
export interface ReadsOfSelect {
  /** The names in the SELECT outside of its FROM and its sub-queries, each as its `nameKey`. */
  readonly own: readonly string[];
  /** Joins several values of an entity of an enclosing statement to the rows of this SELECT. */
  find(many: ManyOfEntity): Expression<Resolved> | undefined;
}

/** Resolves names at one place of a statement: in the sources of the SELECT, then in those of enclosing statements. */
export class Scope {
  constructor(
    readonly sources: readonly NamedSource[],
    readonly outer: Scope | undefined,
    readonly common: ReadonlyMap<string, CommonSource>,
    readonly reads?: ReadsOfSelect,
  ) {}

  /** The scope inside an aggregate, if it is different: an aggregate reads rows, which do not have output columns. */
  get ofRows(): Scope | undefined {
    return undefined;
  }

  /** Returns the common table of that name, from the innermost WITH that declares it. */
  findCommon(name: string): CommonSource | undefined {
    return this.common.get(nameKey(name)) ?? this.outer?.findCommon(name);
  }

  /**
   * Resolves the name. A double-quoted token that does not match a name is a string (docs/language.md). Rejects unknown
   * and ambiguous names.
   */
  resolve(name: WrittenName): Expression<Resolved> {
    const found = this.find(name);
    if (found !== undefined) return found;
    const text = name.parts.at(-1)?.name ?? '';
    if (name.quote === 'double') return { kind: 'literal', type: 'string', text, at: name.at };
    throw this.unknown(name);
  }

  find(name: WrittenName): Expression<Resolved> | undefined {
    const column = lastPart(name);
    const found = locate(name.at, () => findAt(this.sourcesOf(name), column, name.quote === 'double'));
    if (found.length > 1) {
      throw new ServiceError('plan_ambiguous_name', `"${column}" is a column of several tables of this statement`, {
        hint: 'prefix it with the name or alias of its table',
        offset: name.at,
      });
    }
    return found[0] ?? this.findOutside(name);
  }

  /** Returns the sources that match the qualifier of a name. */
  private sourcesOf(name: WrittenName): readonly NamedSource[] {
    const qualifiers = name.parts.slice(0, -1).map((part) => nameKey(part.name));
    const key = nameKey(lastPart(name));
    return this.sources.filter(
      (source) => isNamed(source, qualifiers) && !(qualifiers.length === 0 && source.hidden?.has(key)),
    );
  }

  /**
   * Returns the column of an entity, here or in an enclosing scope, if one entity can have several of its values, the
   * name is unambiguous, and the SELECT there does not join it itself.
   */
  findMany(name: WrittenName): ManyOfEntity | undefined {
    const column = lastPart(name);
    if (name.quote === 'double' && isShort(column)) return undefined;
    const sources = this.sourcesOf(name);
    const found = sources.map((source) => source.findMany?.(column, this.reads?.own ?? []));
    const others = sources.filter((_, index) => found[index] === undefined);
    if (findIn(others, column).length > 0) return undefined;
    const [many, ...more] = found.filter((known) => known !== undefined);
    return many === undefined ? this.outer?.findMany(name) : more.length > 0 ? undefined : many;
  }

  private findOutside(name: WrittenName): Expression<Resolved> | undefined {
    const many = this.reads && locate(name.at, () => this.outer?.findMany(name));
    if (many !== undefined) return this.reads?.find(many);
    const found = this.outer?.find(name);
    if (found?.kind !== 'reference' || found.reference.measure === undefined) return found;
    throw new ServiceError('plan_unsupported', 'a measure of the statement around a sub-query cannot be read in it', {
      hint: 'select the measure under an alias in a derived table, and use the alias',
      offset: name.at,
    });
  }

  /** Returns the sources that `qualifier.*` (or `*`) expands to. */
  starSources(qualifier: readonly string[], at: number | undefined): readonly NamedSource[] {
    const wanted = qualifier.map(nameKey);
    const found = this.sources.filter((source) => isNamed(source, wanted));
    if (found.length > 0) return found;
    const names = this.sources.map((source) => source.name);
    throw new ServiceError('plan_unknown_name', `there is no table "${qualifier.join('.')}" in this statement`, {
      hint: suggest(qualifier.at(-1) ?? '', names),
      offset: at,
    });
  }

  private unknown(name: WrittenName): ServiceError {
    const written = name.parts.map((part) => part.name).join('.');
    const column = name.parts.at(-1)?.name ?? '';
    return new ServiceError('plan_unknown_name', `there is no property or path "${written}" here`, {
      hint: this.hintAtForm(name) ?? this.hintAtEnd(column) ?? suggest(firstStep(column), this.everyName()),
      offset: name.at,
      unknown: column,
    });
  }

  private hintAtForm(name: WrittenName): string | undefined {
    const column = lastPart(name);
    return this.hintAtSchema(column) ?? this.hintAtQuotes(name) ?? this.hintAtPath(column);
  }

  /** Returns a hint for a path whose steps are quoted one by one, or not at all: each is then read as a table. */
  private hintAtQuotes({ parts }: WrittenName): string | undefined {
    const path = parts.map((part) => part.name).join('.');
    const isPath = parts.length > 1 && this.sources.some((source) => source.findShort?.(path) !== undefined);
    return isPath ? `a path is one name in backticks: \`${path}\`` : undefined;
  }

  private hintAtPath(column: string): string | undefined {
    return this.sources.map((source) => source.hintAtPath?.(column)).find((hint) => hint !== undefined);
  }

  /** Returns a hint at the only schema that supports paths, measures and types (docs/language.md). */
  private hintAtSchema(column: string): string | undefined {
    const schema = this.sources.find((source) => source.pathSchema !== undefined)?.pathSchema;
    const isPath =
      parsePath(column) !== undefined ||
      this.sources.some((source) => source.isPath?.(column) === true) ||
      /^(?:measure\.|_type_of_)/i.test(column);
    if (schema === undefined || !isPath) return undefined;
    return `paths, measures and _type_of_ columns are read in the schema "${schema}"`;
  }

  /** Returns a hint for a path that begins with a known step but is not a complete path. */
  private hintAtEnd(column: string): string | undefined {
    const step = nameKey(firstStep(column));
    if (!step.endsWith(']') || !this.everyName().some((name) => nameKey(name) === step)) return undefined;
    const isOfSteps = /^(?:[^.[\]]+\[[^[\]]+\](?:\.|$))+$/.test(column);
    const path = isOfSteps ? column.replace(/\.$/, '') : firstStep(column);
    return `a path ends in a property of its last concept, as "${path}.entity_label" does`;
  }

  private everyName(): readonly string[] {
    return [...this.sources.flatMap((source) => source.columnNames()), ...(this.outer?.everyName() ?? [])];
  }
}

function lastPart(name: WrittenName): string {
  return name.parts.at(-1)?.name ?? '';
}

/**
 * Returns the resolved name in each source that has it. A source rejects an unknown measure; the error is thrown only
 * if no other source has the measure.
 */
function findIn(sources: readonly NamedSource[], column: string): readonly Expression<Resolved>[] {
  const found: Expression<Resolved>[] = [];
  const refusals: ServiceError[] = [];
  for (const source of sources) {
    try {
      const value = source.find(column);
      if (value !== undefined) found.push(value);
    } catch (error) {
      if (!(error instanceof ServiceError) || column.includes('[')) throw error;
      refusals.push(error);
    }
  }
  const [refusal] = refusals;
  if (found.length === 0 && refusal !== undefined) throw refusal;
  return found;
}

/** Returns the columns of that name or, only if there is none, the ends of a path without its concepts. */
function findAt(sources: readonly NamedSource[], column: string, isText: boolean): readonly Expression<Resolved>[] {
  const found = findIn(sources, column);
  if (found.length > 0 || isText || !isShort(column)) return found;
  return sources.map((source) => source.findShort?.(column)).filter((value) => value !== undefined);
}

/** Returns whether a name may be a path without concepts: other names contain no dot. */
function isShort(column: string): boolean {
  return column.includes('.') && !column.includes('[');
}

/** Returns the first step of a path: an unknown path is reported by its first step. */
function firstStep(column: string): string {
  return /^[^\]]*\]/.exec(column)?.[0] ?? column;
}

function isNamed(source: NamedSource, qualifiers: readonly string[]): boolean {
  const [first, second] = qualifiers;
  if (first === undefined) return true;
  if (second === undefined) return nameKey(source.name) === first;
  return (
    qualifiers.length === 2 &&
    source.schema !== undefined &&
    nameKey(source.schema) === first &&
    nameKey(source.name) === second
  );
}

/** A source whose columns are expressions: a cube. */
export class ItemSource implements NamedSource {
  readonly #columns: ReadonlyMap<string, StarColumn>;
  readonly #repeated: ReadonlySet<string>;

  constructor(
    readonly name: string,
    columns: readonly StarColumn[],
    readonly schema?: string,
  ) {
    const known = new Map<string, StarColumn>();
    const repeated = new Set<string>();
    for (const column of columns) {
      const key = nameKey(column.name);
      if (known.has(key)) repeated.add(key);
      known.set(key, column);
    }
    this.#columns = known;
    this.#repeated = repeated;
  }

  find(column: string): Expression<Resolved> | undefined {
    if (this.#repeated.has(nameKey(column))) {
      throw new ServiceError('plan_ambiguous_name', `"${this.name}" has several columns "${column}"`, {
        hint: 'rename one of them with AS',
      });
    }
    return this.#columns.get(nameKey(column))?.value;
  }

  starColumns(): readonly StarColumn[] {
    return [...this.#columns.values()];
  }

  columnNames(): readonly string[] {
    return this.starColumns().map((column) => column.name);
  }
}

/** A source with a fixed list of columns: a derived table, a common table, a view. */
export class ColumnSource extends ItemSource {
  constructor(name: string, alias: string, columns: readonly PlannedColumn[], schema?: string) {
    super(
      name,
      columns.map((column) => ({ name: column.name, value: columnOf(alias, column) })),
      schema,
    );
  }
}

function columnOf(source: string, column: PlannedColumn): Expression<Resolved> {
  return { kind: 'reference', reference: { ...column, source } };
}

/** Returns the entities of a measure as the source of names for its expression. */
export function asSource(entity: MeasuredEntity): NamedSource {
  return {
    name: entity.name,
    find: (column) => entity.find(column),
    findShort: (path) => entity.findShort(path),
    starColumns: () => [],
    columnNames: () => entity.columnNames(),
  };
}
