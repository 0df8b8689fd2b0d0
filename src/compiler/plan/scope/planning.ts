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
import type { CallerMasks } from '../../rights';
import type { PlannedQuery, Resolved, SystemTable } from '../../values';
import type { NamedSource, Scope } from './scope';

export type SchemaKind = 'svc' | 'esvc' | 'dsvc' | 'vsvc';

/** The context of planning: the caller, the version of the ontology, and the configured names. */
export interface PlanContext {
  readonly ontology: Ontology;
  readonly caller: Caller;
  /** The `svc` of the schema names (`SERVICE_NAME`). */
  readonly serviceName: string;
  /** Parts of names that mark a property as sensitive (`MASK_COLUMNS`), in lower case. */
  readonly maskColumns: readonly string[];
  /**
   * Returns the secret for the keyed hash of masked values. Each property, and each concept that declares a key, has a
   * different secret.
   */
  readonly hashKeyOf: (what: string) => string;
  /**
   * Returns a system table of schema `svc` (docs/language.md) by its name in any letter case, or undefined if there is
   * none.
   */
  readonly findSystemTable?: (name: string) => SystemTable | undefined;
  /**
   * Returns a table from the catalogue of a data source (a key) by the parts of its name, or undefined if it is
   * unknown.
   */
  readonly findTable?: (dataSource: string, parts: readonly string[]) => SourceTable | undefined;
  /**
   * Whether rows with a NULL key, which are not entities, are kept: for a statement that is analysed but not executed.
   */
  readonly trustsKeys?: boolean;
}

/** The entity of one branch as a source of names, with true values. */
export interface EntitySource extends NamedSource {
  readonly branch: Branch;
  readonly raw: (property: string) => Expression<Resolved>;
}

/**
 * The stages of planning that depend on each other: queries read concepts, and conditions of logic concepts contain
 * queries.
 */
export interface Stages {
  readonly planQuery: (planning: Planning, query: Query<Written>, outer: Scope | undefined) => PlannedQuery;
  /** Resolves an expression of the ontology over one source, with literals as constants. */
  readonly planExpression: (
    planning: Planning,
    expression: Expression<Written>,
    source: NamedSource,
  ) => Expression<Resolved>;
  readonly planCondition: (planning: Planning, logic: Logic, reader: EntitySource) => Expression<Resolved> | undefined;
}

/** The state of planning one statement: its context, its aliases, and the mappings and tables that it reads. */
export class Planning {
  /** The last number used for each alias. */
  readonly #aliases = new Map<string, number>();
  readonly #mappings = new Map<string, Mapping>();
  readonly #systemTables = new Set<string>();
  /** The aliases of tables in which filter policies hide rows from the caller. */
  readonly hidden = { entities: new Set<string>(), belongings: new Set<string>() };
  /** Whether the statement contains a TIME literal outside one day, which some engines support only in comparisons. */
  readsLongTimes = false;
  /** Whether a filter policy applies to the caller in this statement. */
  isFiltered = false;
  #viewDepth = 0;
  #conditionDepth = 0;

  constructor(
    readonly context: PlanContext,
    readonly masks: CallerMasks,
    readonly stages: Stages,
  ) {}

  get ontology(): Ontology {
    return this.context.ontology;
  }

  /** Returns an alias that is unique in the statement: `base`, or `base_2`, `base_3`, ... */
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
      unknown: key,
    });
  }

  /** Returns a hint at the view or system table of that name: names without a schema are concepts. */
  private hintAtSchema(name: string): string | undefined {
    if (this.ontology.views.has(nameKey(name))) return `write "${this.schemaName('vsvc')}.${name}" for the view`;
    const isSystemTable = this.context.findSystemTable?.(name) !== undefined;
    return isSystemTable ? `write "${this.schemaName('svc')}.${name}" for the system table` : undefined;
  }

  schemaName(kind: SchemaKind): string {
    return kind.replace('svc', this.context.serviceName);
  }

  /**
   * Returns the schema of that name. Rejects unknown names and the data source's own schemas alike with
   * plan_unknown_table.
   */
  schemaKind(name: string): SchemaKind {
    const kinds: readonly SchemaKind[] = ['svc', 'esvc', 'dsvc', 'vsvc'];
    const kind = kinds.find((known) => nameKey(this.schemaName(known)) === nameKey(name));
    if (kind !== undefined) return kind;
    const names = kinds.map((known) => this.schemaName(known));
    throw new ServiceError('plan_unknown_table', `there is no schema "${name}"`, {
      hint: suggest(name, names) ?? `schemas: ${names.join(', ')}`,
    });
  }

  /** Rejects a caller without the right to query the schema (docs/http-api.md). */
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

  /**
   * Plans the statement of a view. The right to the view covers everything that it reads. Nesting is limited to 16
   * views.
   */
  insideView<T>(name: string, plan: () => T): T {
    if (this.#viewDepth >= 16)
      throw new ServiceError('plan_invalid', `the view "${name}" reads itself, or a chain of more than 16 views`);
    this.#viewDepth++;
    try {
      return plan();
    } finally {
      this.#viewDepth--;
    }
  }

  /** Plans a condition of the ontology. For every caller, its sub-queries read true values of all entities. */
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

  /**
   * Returns the hash key of a masked property. It is the same for every concept, mapping or link that reads the
   * property.
   */
  hashKeyOfProperty(name: string): string {
    return this.context.hashKeyOf(`property ${nameKey(name)}`);
  }

  /** Records that a mapping is read. Rejects a statement that reads several data sources with 422. */
  use(mapping: Mapping): void {
    const [first] = this.#mappings.values();
    if (first !== undefined && first.dataSource !== mapping.dataSource) {
      const names = [first, mapping].map(
        (used) => `"${this.ontology.dataSources.get(used.dataSource)?.name ?? used.dataSource}"`,
      );
      throw new ServiceError(
        'plan_several_data_sources',
        `this statement reads the data sources ${names.join(' and ')}`,
        {
          hint: 'use concepts of one data source in one statement',
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

  /** Returns an alias for a table that is joined to entities by their keys: links or multi-values. */
  aliasOfBelongings(base: string): string {
    const alias = this.alias(base);
    this.hidden.belongings.add(alias);
    return alias;
  }

  /** Returns a table of the statement's data source from the catalogue. */
  findTable(parts: readonly string[]): SourceTable | undefined {
    return this.dataSource === undefined ? undefined : this.context.findTable?.(this.dataSource, parts);
  }

  get dataSource(): string | undefined {
    const [first] = this.#mappings.values();
    return first?.dataSource;
  }

  /** The properties of the engine that executes the statement. */
  get traits(): DialectTraits {
    return this.traitsOf(this.dataSource);
  }

  /** Returns the properties of a data source's engine, or of the engine for statements without a data source. */
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
