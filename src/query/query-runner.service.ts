import { Injectable } from '@nestjs/common';
import { nestStatement, type NestedStatement, viewValues } from '../compiler/nest';
import { Environment } from '../config';
import { type Engine, Engines } from '../database';
import { type Caller, nameKey, type Ontology, type Query, type RowStream, type Written } from '../model';
import { DataSources } from '../ontologies';
import { Planner } from './planner.service';
import type { Prepared } from './prepared';
import { SystemTables } from './system-tables.service';

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/** A statement that is to be run; the signal aborts when nobody waits any more. */
export interface Run {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
}

/** Step 9 of a request (design 1): prepared statement to rows. */
@Injectable()
export class QueryRunner {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSources,
    private readonly engines: Engines,
    private readonly systemTables: SystemTables,
    private readonly planner: Planner,
  ) {}

  /** The statement to run for nested rows; undefined where nesting changes nothing (spec 3, section 5). */
  nest(caller: Caller, ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
    if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
    const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
    const [schema] = query.from.table.parts;
    const isView =
      query.from.table.parts.length === 2 && nameKey(schema?.name ?? '') === `v${this.environment.serviceName}`;
    if (!isView) return nestStatement(query, { isMultiValue });
    const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
    const columns = this.planner.columns({ caller, ontology, query: all }).map((column) => column.name);
    const view = ontology.views.get(nameKey(query.from.table.parts.at(-1)?.name ?? ''));
    const values = view && viewValues(ontology, view);
    return nestStatement(query, { columns, isMultiValue: (name) => values?.has(nameKey(name)) === true });
  }

  async run({ caller, ontology, prepared, signal }: Run): Promise<RowStream> {
    const { compiled, dataSource, systemTables } = prepared;
    const options = { timeoutMs: this.environment.queryTimeoutMs, signal };
    if (systemTables.length > 0) {
      const tables = await this.systemTables.load(caller, ontology, systemTables);
      return this.engines.runOver(tables, compiled, options);
    }
    return (await this.openEngine(ontology, dataSource)).run(compiled, options);
  }

  /** A statement that reads no table runs on the embedded engine. */
  private async openEngine(ontology: Ontology, dataSource: string | undefined): Promise<Engine> {
    if (dataSource === undefined) return this.engines.openEmpty();
    return this.engines.open(await this.dataSources.connectionOf(ontology, dataSource));
  }
}
