import { Injectable } from '@nestjs/common';
import {
  completeOrder,
  countRows,
  decodeCursor,
  encodeCursor,
  fingerprintRequest,
  lowerFilter,
  type Filter,
  type FilterTarget,
} from '../compiler/filter';
import type { NestedStatement } from '../compiler/nest';
import { printQuery } from '../compiler/statement';
import { Environment } from '../config';
import { type QueryPair, RowAnswer, type RowFormat } from '../http';
import {
  type Caller,
  type Cell,
  type Concept,
  nameKey,
  type NestedCell,
  type Ontology,
  type Query,
  type RowStream,
  type Written,
} from '../model';
import { Catalogue } from '../ontologies';
import { capRows } from './cap-rows';
import { type Explanation } from './explain-plan';
import { FilterParser } from './filter-parser';
import { nestRows } from './nest-rows';
import { QueryRunner } from './query-runner.service';

/** A request of endpoint 5 or 6. */
export interface FilterRequest {
  readonly ontology: string;
  readonly kind: 'concept' | 'view';
  readonly name: string;
  readonly pairs: readonly QueryPair[];
  readonly nested: string | undefined;
  /** The format that the Accept header asks for. */
  readonly accepted: RowFormat;
  readonly signal: AbortSignal;
}

interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
  readonly fingerprint: string;
}

/** A request as it is going to be run. */
interface Prepared {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly filter: Filter;
  readonly page: Page;
  readonly whole: Query<Written>;
  /** What `executed_query` shows: the page included. */
  readonly statement: Query<Written>;
  readonly nested: NestedStatement | undefined;
  /** The columns that a statement names decide which rows it has. */
  readonly ofCube: boolean;
  readonly signal: AbortSignal;
}

/** Endpoints 5 and 6: the path of design 1 from the raw query string to the answer, one step a line. */
@Injectable()
export class FilterQueryService {
  constructor(
    private readonly environment: Environment,
    private readonly filterParser: FilterParser,
    private readonly catalogue: Catalogue,
    private readonly runner: QueryRunner,
  ) {}

  async query(caller: Caller, request: FilterRequest): Promise<RowAnswer | Explanation> {
    const filter = this.filterParser.parse(request.pairs, request.nested);
    const ontology = await this.catalogue.get(caller, request.ontology);
    const prepared = this.prepare(caller, ontology, filter, request);
    if (filter.explain) return this.runner.explain(caller, ontology, prepared.statement);
    const total = await this.count(prepared);
    const rows = await this.read(prepared);
    return this.answer(prepared, rows, total, filter.format ?? request.accepted);
  }

  private prepare(caller: Caller, ontology: Ontology, filter: Filter, request: FilterRequest): Prepared {
    const target = this.targetOf(request, ontology);
    const whole = lowerFilter(target, { ...filter, limit: undefined, offset: undefined });
    const nested = filter.nested ? this.runner.nest(caller, ontology, whole) : undefined;
    const page = readPage(ontology, target, filter);
    const isOrdered = page.limit === undefined || nested !== undefined;
    const ordered = isOrdered ? whole : completeOrder(whole, ontology, this.orderOf(caller, ontology, request, whole));
    const statement = { ...ordered, limit: page.limit, offset: page.offset > 0 ? page.offset : undefined };
    const ofCube = request.kind === 'view' && ontology.views.get(nameKey(request.name))?.isCube === true;
    return { caller, ontology, filter, page, whole, statement, nested, ofCube, signal: request.signal };
  }

  private targetOf(request: FilterRequest, ontology: Ontology): FilterTarget {
    const prefix = request.kind === 'concept' ? 'd' : 'v';
    const known = request.kind === 'concept' ? ontology.concepts : ontology.views;
    return {
      schema: `${prefix}${this.environment.serviceName}`,
      table: known.get(nameKey(request.name))?.name ?? request.name,
    };
  }

  /** What makes an order complete: the identity of a concept, or the columns of a view. */
  private orderOf(
    caller: Caller,
    ontology: Ontology,
    request: FilterRequest,
    whole: Query<Written>,
  ): Concept | readonly string[] {
    const concept = request.kind === 'concept' ? ontology.concepts.get(nameKey(request.name)) : undefined;
    return concept ?? this.runner.columns(caller, ontology, whole).map((column) => column.name);
  }

  private async count({
    caller,
    ontology,
    filter,
    whole,
    nested,
    ofCube,
    signal,
  }: Prepared): Promise<Cell | undefined> {
    if (filter.count === undefined) return undefined;
    const counted = countRows(whole, { identity: nested?.identity, ofCube });
    const plan = await this.runner.plan(caller, ontology, counted);
    const rows = await this.runner.run({ caller, ontology, plan, signal });
    for await (const [row] of rows.batches) return row?.[0] ?? null;
    return null;
  }

  /** The rows of the page, and one more where there is one: that is how the end is known. */
  private async read(prepared: Prepared): Promise<RowStream<Cell | NestedCell>> {
    const { caller, ontology, page, statement, nested, signal } = prepared;
    const most = this.mostRows(page);
    const flat = nested?.query ?? { ...statement, ...(most !== undefined && { limit: most + 1 }) };
    const plan = await this.runner.plan(caller, ontology, flat);
    const rows = await this.runner.run({ caller, ontology, plan, signal });
    if (nested === undefined) return rows;
    const columns = nested.describe(rows.columns.map((column) => column.name));
    return nestRows(rows, { columns, offset: page.offset, limit: (most ?? Infinity) + 1 });
  }

  private mostRows(page: Page): number | undefined {
    const limits = [page.limit, this.environment.maxRows].filter((limit) => limit !== undefined);
    return limits.length > 0 ? Math.min(...limits) : undefined;
  }

  private answer(
    { filter, page, statement }: Prepared,
    rows: RowStream<Cell | NestedCell>,
    total: Cell | undefined,
    format: RowFormat,
  ): RowAnswer {
    const most = this.mostRows(page);
    const capped = most === undefined ? { rows, isCut: () => false } : capRows(rows, most);
    return new RowAnswer(capped.rows, {
      format,
      typed: filter.typed,
      before: { executed_query: printQuery(statement), ...(total !== undefined && { total }) },
      after: () => ({
        ...(page.limit !== undefined && { next: capped.isCut() ? nextCursor(page, most ?? 0) : null }),
        ...(capped.isCut() && most !== page.limit && { truncated: true }),
      }),
    });
  }
}

function readPage(ontology: Ontology, target: FilterTarget, filter: Filter): Page {
  const fingerprint = fingerprintRequest(ontology.name, target, filter);
  const offset = filter.after === undefined ? (filter.offset ?? 0) : decodeCursor(filter.after, fingerprint);
  return { limit: filter.limit, offset, fingerprint };
}

/** A page of no rows leads nowhere: following it would never end. */
function nextCursor(page: Page, size: number): string | null {
  if (size === 0) return null;
  return encodeCursor(page.offset + size, page.fingerprint);
}
