import { ServiceError, suggest } from '../../../errors';
import {
  allows,
  nameKey,
  type Caller,
  type Concept,
  type DialectTraits,
  type Expression,
  type Logic,
  type Mapping,
  type Ontology,
  type Query,
  type SourceTable,
  type Written,
} from '../../../model';
import { dialectOf } from '../../dialects';
import type { Branch } from './branches';
import type { MaskPolicy } from '../../rights';
import type { PlannedQuery, Resolved, SystemTable } from '../../values';
import type { NamedSource, Scope } from './scope';

export type SchemaKind = 'svc' | 'esvc' | 'dsvc' | 'vsvc';

/** What planning needs besides the statement: who asks, of which version of which ontology, under which names. */
export interface PlanContext {
  readonly ontology: Ontology;
  readonly caller: Caller;
  /** The `svc` of the schema names (`SERVICE_NAME`). */
  readonly serviceName: string;
  /** Parts of names that make a property sensitive (`MASK_COLUMNS`), lower case. */
  readonly maskColumns: readonly string[];
  /** Secret of the keyed hash that stands for masked values; another one for each property, and for each concept that declares a key. */
  readonly hashKeyOf: (what: string) => string;
  /** The columns of a system table of schema `svc` (docs/language.md), in any letter case; undefined where there is none of that name. */
  readonly findSystemTable?: (name: string) => SystemTable | undefined;
  /** A table as the catalogue of the data source (a key) tells, by the parts of its name; undefined where that is not known. */
  readonly findTable?: (dataSource: string, parts: readonly string[]) => SourceTable | undefined;
  /** Rows without a key, which are no entities, are not left out: for a statement that is looked at and not run. */
  readonly trustsKeys?: boolean;
}

/** The entity of one branch as a source of names, with its true values. */
export interface EntitySource extends NamedSource {
  readonly branch: Branch;
  readonly raw: (property: string) => Expression<Resolved>;
}

/** The stages of planning that need each other: a query is made of concepts, a logic concept's condition is made of queries. */
export interface Stages {
  readonly planQuery: (planning: Planning, query: Query<Written>, outer: Scope | undefined) => PlannedQuery;
  /** An expression of the ontology over one source: its literals are constants. */
  readonly planExpression: (
    planning: Planning,
    expression: Expression<Written>,
    source: NamedSource,
  ) => Expression<Resolved>;
  readonly planCondition: (planning: Planning, logic: Logic, reader: EntitySource) => Expression<Resolved> | undefined;
}

/** The state of planning one statement: its context, the aliases given so far, what was used. */
export class Planning {
  /** The number that each alias counts on from, where it is taken as it stands. */
  readonly #aliases = new Map<string, number>();
  readonly #mappings = new Map<string, Mapping>();
  readonly #systemTables = new Set<string>();
  /** Where row policies hide rows from the caller, by alias. */
  readonly hidden = { entities: new Set<string>(), belongings: new Set<string>() };
  /** Whether a literal of a time beyond a day was read, which some engines have in comparisons alone. */
  readsLongTimes = false;
  /** Whether a row policy takes part that concerns the caller. */
  isFiltered = false;
  #viewDepth = 0;
  #conditionDepth = 0;

  constructor(
    readonly context: PlanContext,
    readonly masks: MaskPolicy,
    readonly stages: Stages,
  ) {}

  get ontology(): Ontology {
    return this.context.ontology;
  }

  /** An alias that nothing else in the statement has: `base`, or `base_2`, `base_3`, ... */
  alias(base: string): string {
    const key = nameKey(base);
    let alias = key;
    let number = this.#aliases.get(key) ?? 1;
    while (this.#aliases.has(alias)) alias = `${key}_${++number}`;
    this.#aliases.set(key, number);
    this.#aliases.set(alias, 1);
    return number === 1 ? base : `${base}_${number}`;
  }

  concept(key: string): Concept {
    const concept = this.ontology.concepts.get(nameKey(key));
    if (concept !== undefined) return concept;
    const names = [...this.ontology.concepts.values()].map((known) => known.name);
    throw new ServiceError('plan_unknown_table', `there is no concept "${key}" in this ontology`, {
      hint: this.hintAtSchema(key) ?? suggest(key, names),
    });
  }

  /** Names without a schema mean concepts: says where a view or system table of that name is. */
  private hintAtSchema(name: string): string | undefined {
    if (this.ontology.views.has(nameKey(name))) return `write "${this.schemaName('vsvc')}.${name}" for the view`;
    const isSystemTable = this.context.findSystemTable?.(name) !== undefined;
    return isSystemTable ? `write "${this.schemaName('svc')}.${name}" for the system table` : undefined;
  }

  schemaName(kind: SchemaKind): string {
    return kind.replace('svc', this.context.serviceName);
  }

  /** The schema of that name; unknown names and those of the data source's own schemas alike are plan_unknown_table. */
  schemaKind(name: string): SchemaKind {
    const kinds: readonly SchemaKind[] = ['svc', 'esvc', 'dsvc', 'vsvc'];
    const kind = kinds.find((known) => nameKey(this.schemaName(known)) === nameKey(name));
    if (kind !== undefined) return kind;
    const names = kinds.map((known) => this.schemaName(known));
    throw new ServiceError('plan_unknown_table', `there is no schema "${name}"`, {
      hint: suggest(name, names) ?? `schemas: ${names.join(', ')}`,
    });
  }

  /** Refuses a caller who may not read rows of the schema (docs/http-api.md). */
  requireQuery(kind: SchemaKind): void {
    const resource = { kind: 'ontology', ontology: this.ontology.name, schema: this.schemaName(kind) } as const;
    if (this.#viewDepth > 0 || this.isInsideCondition || allows(this.context.caller, 'QUERY', resource)) return;
    throw new ServiceError(
      'auth_forbidden',
      `you have no right to query the schema "${resource.schema}" of "${resource.ontology}"`,
      {
        hint: 'an administrator of the ontology can GRANT QUERY',
      },
    );
  }

  /** Plans what a view is made of: the right to the view suffices for it, and views do not nest without end. */
  insideView<T>(name: string, plan: () => T): T {
    if (this.#viewDepth >= 16)
      throw new ServiceError('plan_invalid', `the view "${name}" is built on itself, or on more than 16 views`);
    this.#viewDepth++;
    try {
      return plan();
    } finally {
      this.#viewDepth--;
    }
  }

  /** Plans a condition of the ontology: whoever asks, its sub-queries read true values of all entities. */
  insideCondition<T>(plan: () => T): T {
    this.#conditionDepth++;
    try {
      return plan();
    } finally {
      this.#conditionDepth--;
    }
  }

  get isInsideCondition(): boolean {
    return this.#conditionDepth > 0;
  }

  /** The key of a masked property's hashes, by whatever concept, mapping or link it is read. */
  hashKeyOfProperty(name: string): string {
    return this.context.hashKeyOf(`property ${nameKey(name)}`);
  }

  /** Notes that a mapping is read; a statement reads one data source (422 otherwise). */
  use(mapping: Mapping): void {
    const [first] = this.#mappings.values();
    if (first !== undefined && first.dataSource !== mapping.dataSource) {
      const names = [first, mapping].map(
        (used) => `"${this.ontology.dataSources.get(used.dataSource)?.name ?? used.dataSource}"`,
      );
      throw new ServiceError(
        'plan_several_data_sources',
        `this statement would need the data sources ${names.join(' and ')} at once`,
        {
          hint: 'ask for concepts of one data source in one statement',
        },
      );
    }
    this.#mappings.set(nameKey(mapping.name), mapping);
    this.refuseMixture();
  }

  useSystemTable(name: string): void {
    this.#systemTables.add(name);
    this.refuseMixture();
  }

  get systemTables(): readonly string[] {
    return [...this.#systemTables];
  }

  private refuseMixture(): void {
    if (this.#mappings.size === 0 || this.#systemTables.size === 0) return;
    throw new ServiceError('plan_several_data_sources', 'system tables and concepts cannot be read in one statement');
  }

  /** An alias for what belongs to entities and is joined to them by their keys. */
  aliasOfBelongings(base: string): string {
    const alias = this.alias(base);
    this.hidden.belongings.add(alias);
    return alias;
  }

  /** A table of the data source that the statement reads. */
  findTable(parts: readonly string[]): SourceTable | undefined {
    return this.dataSource === undefined ? undefined : this.context.findTable?.(this.dataSource, parts);
  }

  get dataSource(): string | undefined {
    const [first] = this.#mappings.values();
    return first?.dataSource;
  }

  /** What is true of the engine that runs the statement. */
  get traits(): DialectTraits {
    return this.traitsOf(this.dataSource);
  }

  /** What is true of the engine of a data source (a key), or of the one that runs statements without any. */
  traitsOf(dataSource: string | undefined): DialectTraits {
    const source = dataSource === undefined ? undefined : this.ontology.dataSources.get(dataSource);
    return dialectOf(source?.type).traits;
  }

  get mappings(): readonly string[] {
    return this.usedMappings.map((mapping) => mapping.name);
  }

  get usedMappings(): readonly Mapping[] {
    return [...this.#mappings.values()];
  }
}
