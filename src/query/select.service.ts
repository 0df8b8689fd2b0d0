import { Injectable } from '@nestjs/common';
import { Environment } from '../config';
import { RowAnswer } from '../http';
import type { Caller, Cell, NestedCell, Query, RowStream, Written } from '../model';
import { capRows } from './cap-rows';
import { nestRows } from './nest-rows';
import { Planner } from './planner.service';
import { QueryRunner } from './query-runner.service';
import type { StatementRequest } from './statement-request';
import { SystemTables } from './system-tables.service';

/** The SELECTs of endpoint 2. */
@Injectable()
export class SelectService {
  constructor(
    private readonly environment: Environment,
    private readonly system: SystemTables,
    private readonly planner: Planner,
    private readonly runner: QueryRunner,
  ) {}

  /** Refuses what could not be run. */
  async check(caller: Caller, ontologyName: string, query: Query<Written>): Promise<void> {
    this.planner.columns({ caller, ontology: await this.system.ontology(caller, ontologyName), query });
  }

  async answer(caller: Caller, request: StatementRequest, query: Query<Written>): Promise<RowAnswer> {
    const ontology = await this.system.ontology(caller, request.ontology);
    const nested = request.nested ? this.runner.nest(caller, ontology, query) : undefined;
    const page = { offset: query.offset ?? 0, limit: query.limit };
    const asked = { caller, ontology, query: nested?.query ?? query, nesting: nested?.nesting(page) };
    const prepared = await this.planner.prepare(asked);
    const flat = await this.runner.run({ caller, ontology, prepared, signal: request.signal });
    const rows: RowStream<Cell | NestedCell> =
      nested === undefined
        ? flat
        : nestRows(flat, {
            columns: nested.describe(flat.columns.map((column) => column.name)),
            offset: prepared.isPage ? 0 : page.offset,
            limit: page.limit ?? Infinity,
          });
    const { maxRows } = this.environment;
    const capped =
      maxRows === undefined || prepared.systemTables.length > 0 ? { rows, isCut: () => false } : capRows(rows, maxRows);
    return new RowAnswer(capped.rows, {
      format: request.format,
      typed: true,
      after: () => (capped.isCut() ? { truncated: true } : {}),
    });
  }
}
