import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Expression, type WrittenName } from '../../../model';
import { locate } from './locate';
import { parsePath, type Column, type MeasuredEntity, type PlannedColumn, type Resolved } from '../../values';

/** One column of `SELECT *`. */
export interface StarColumn {
  readonly name: string;
  readonly value: Expression<Resolved>;
}

/** A source of FROM as names see it. */
export interface NamedSource {
  /** The name that qualifies its columns. */
  readonly name: string;
  /** The schema that may stand in front of the name, when it has no alias. */
  readonly schema?: string;
  /** The schema in which paths can be read, where this table's is another. */
  readonly pathSchema?: string | undefined;
  /** Columns that USING or NATURAL merged into those of another source: unqualified names and stars pass over them. */
  readonly hidden?: ReadonlySet<string>;
  find(column: string): Expression<Resolved> | undefined;
  starColumns(): readonly StarColumn[];
  /** For "did you mean". */
  columnNames(): readonly string[];
  /** What one entity can have several of, along a path to many or as a multi-value property, and the SELECT does not join for one of its `own` names. */
  findMany?(column: string, own: readonly string[]): ManyOfEntity | undefined;
  /** The aliases of which every column has one value wherever the columns have one that are settled. */
  settledAliases?(isSettled: (column: Column) => boolean): readonly string[];
}

/** A common table that a FROM below may name. */
export interface CommonSource {
  readonly alias: string;
  readonly columns: readonly PlannedColumn[];
}

/** A column of which one entity can have several values. */
export interface ManyOfEntity {
  readonly entity: MeasuredEntity;
  readonly column: string;
}

/** What a SELECT reads. */
export interface ReadsOfSelect {
  /** The names that stand in it, but for its FROM and its sub-queries, each as its `nameKey`. */
  readonly own: readonly string[];
  /** Joins what an entity of a statement around has several of to the rows of this SELECT. */
  find(many: ManyOfEntity): Expression<Resolved> | undefined;
}

/** What names mean at one place of a statement: the sources of the SELECT, then those around it. */
export class Scope {
  constructor(
    readonly sources: readonly NamedSource[],
    readonly outer: Scope | undefined,
    readonly common: ReadonlyMap<string, CommonSource>,
    readonly reads?: ReadsOfSelect,
  ) {}

  /** What names mean within an aggregate, where that is something else: it reads rows, before there are output columns. */
  get ofRows(): Scope | undefined {
    return undefined;
  }

  /** The common table of that name, from the innermost WITH that has it. */
  findCommon(name: string): CommonSource | undefined {
    return this.common.get(nameKey(name)) ?? this.outer?.findCommon(name);
  }

  /** What the name means; a double-quoted token that names nothing is a string (docs/language.md). Unknown and ambiguous names are refused. */
  resolve(name: WrittenName): Expression<Resolved> {
    const found = this.find(name);
    if (found !== undefined) return found;
    const text = name.parts.at(-1)?.name ?? '';
    if (name.quote === 'double') return { kind: 'literal', type: 'string', text, at: name.at };
    throw this.unknown(name);
  }

  find(name: WrittenName): Expression<Resolved> | undefined {
    const column = lastPart(name);
    const found = locate(name.at, () => findIn(this.sourcesOf(name), column));
    if (found.length > 1) {
      throw new ServiceError('plan_ambiguous_name', `"${column}" is a column of several tables of this statement`, {
        hint: 'put the name or alias of its table in front of it',
        offset: name.at,
      });
    }
    return found[0] ?? this.findOutside(name);
  }

  /** The sources that may be meant by what stands in front of a name. */
  private sourcesOf(name: WrittenName): readonly NamedSource[] {
    const qualifiers = name.parts.slice(0, -1).map((part) => nameKey(part.name));
    const key = nameKey(lastPart(name));
    return this.sources.filter(
      (source) => isNamed(source, qualifiers) && !(qualifiers.length === 0 && source.hidden?.has(key)),
    );
  }

  /** What one entity here, or further out, can have several of, where the name means that alone and the SELECT there does not join it itself. */
  findMany(name: WrittenName): ManyOfEntity | undefined {
    const column = lastPart(name);
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
      hint: 'give the measure an alias in a derived table, and read that',
      offset: name.at,
    });
  }

  /** The sources that `qualifier.*` (or `*`) stands for. */
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
      hint: this.hintAtSchema(column) ?? this.hintAtEnd(column) ?? suggest(firstStep(column), this.everyName()),
      offset: name.at,
    });
  }

  /** Paths, measures and types stand in one schema only (docs/language.md). */
  private hintAtSchema(column: string): string | undefined {
    const schema = this.sources.find((source) => source.pathSchema !== undefined)?.pathSchema;
    const isPath = parsePath(column) !== undefined || /^(?:measure\.|_type_of_)/i.test(column);
    if (schema === undefined || !isPath) return undefined;
    return `paths, measures and _type_of_ columns are read in the schema "${schema}"`;
  }

  /** Of a path that begins with a step that there is, and is no path as a whole. */
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

/** What the name means in each source that has it. A source refuses a measure that it lacks, which matters where no other has it. */
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

/** A path that nothing knows is unknown from its first step on. */
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

/** A source whose columns stand for expressions: a cube. */
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
        hint: 'give them different names with AS',
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

/** A source of which the columns are listed: a derived table, a common table, a view. */
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

/** The entities of a measure as what its expression names. */
export function asSource(entity: MeasuredEntity): NamedSource {
  return {
    name: entity.name,
    find: (column) => entity.find(column),
    starColumns: () => [],
    columnNames: () => entity.columnNames(),
  };
}
