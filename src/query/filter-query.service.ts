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
import { nestStatement } from '../compiler/nest';
import { printQuery } from '../compiler/statement';
import { Environment } from '../config';
import { type QueryPair, RowAnswer, type RowFormat } from '../http';
import {
  type Caller,
  type Cell,
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
    const target = this.targetOf(request, ontology);
    const page = readPage(ontology, target, filter);
    const statement = this.lower(ontology, request, target, filter, page);
    const executed = printQuery(statement);
    if (filter.explain) return this.runner.explain(ontology, this.runner.plan(caller, ontology, statement));
    const total = await this.count(caller, ontology, filter, statement, request.signal);
    const rows = await this.read(caller, ontology, { statement, filter, page, signal: request.signal });
    return this.answer(rows, { filter, page, executed, total, format: filter.format ?? request.accepted });
  }

  private targetOf(request: FilterRequest, ontology: Ontology): FilterTarget {
    const prefix = request.kind === 'concept' ? 'd' : 'v';
    const known = request.kind === 'concept' ? ontology.concepts : ontology.views;
    return {
      schema: `${prefix}${this.environment.serviceName}`,
      table: known.get(nameKey(request.name))?.name ?? request.name,
    };
  }

  private lower(
    ontology: Ontology,
    request: FilterRequest,
    target: FilterTarget,
    filter: Filter,
    page: Page,
  ): Query<Written> {
    const statement = lowerFilter(target, filter);
    if (page.limit === undefined) return { ...statement, offset: page.offset > 0 ? page.offset : undefined };
    const concept =
      request.kind === 'concept' && !isNested(statement, filter)
        ? ontology.concepts.get(nameKey(request.name))
        : undefined;
    return {
      ...completeOrder(statement, ontology, concept),
      limit: page.limit,
      offset: page.offset > 0 ? page.offset : undefined,
    };
  }

  private async count(
    caller: Caller,
    ontology: Ontology,
    filter: Filter,
    statement: Query<Written>,
    signal: AbortSignal,
  ): Promise<Cell | undefined> {
    if (filter.count === undefined) return undefined;
    const nested = isNested(statement, filter);
    const plan = this.runner.plan(caller, ontology, countRows(statement, nested));
    const rows = await this.runner.run(ontology, plan, signal);
    for await (const [row] of rows.batches) return row?.[0] ?? null;
    return null;
  }

  /** The rows of the page, and one more where there is one: that is how the end is known. */
  private async read(
    caller: Caller,
    ontology: Ontology,
    { statement, filter, page, signal }: { statement: Query<Written>; filter: Filter; page: Page; signal: AbortSignal },
  ): Promise<RowStream<Cell | NestedCell>> {
    const most = this.mostRows(page);
    const nested = filter.nested ? nestStatement(statement) : undefined;
    const flat = nested?.query ?? { ...statement, ...(most !== undefined && { limit: most + 1 }) };
    const rows = await this.runner.run(ontology, this.runner.plan(caller, ontology, flat), signal);
    if (nested === undefined) return rows;
    const columns = nested.describe(rows.columns.map((column) => column.name));
    return nestRows(rows, { columns, offset: page.offset, limit: (most ?? Infinity) + 1 });
  }

  private mostRows(page: Page): number | undefined {
    const limits = [page.limit, this.environment.maxRows].filter((limit) => limit !== undefined);
    return limits.length > 0 ? Math.min(...limits) : undefined;
  }

  private answer(
    rows: RowStream<Cell | NestedCell>,
    parts: { filter: Filter; page: Page; executed: string; total: Cell | undefined; format: RowFormat },
  ): RowAnswer {
    const { filter, page, executed, total, format } = parts;
    const most = this.mostRows(page);
    const capped = most === undefined ? { rows, isCut: () => false } : capRows(rows, most);
    const isTruncated = (): boolean => capped.isCut() && most !== page.limit;
    return new RowAnswer(capped.rows, {
      format,
      typed: filter.typed,
      before: { executed_query: executed, ...(total !== undefined && { total }) },
      after: () => ({
        ...(page.limit !== undefined && { next: capped.isCut() ? nextCursor(page, most ?? 0) : null }),
        ...(isTruncated() && { truncated: true }),
      }),
    });
  }
}

/** Nested pages hold entities, in the order that nesting gives them. */
function isNested(statement: Query<Written>, filter: Filter): boolean {
  return filter.nested && nestStatement(statement) !== undefined;
}

function readPage(ontology: Ontology, target: FilterTarget, filter: Filter): Page {
  const fingerprint = fingerprintRequest(ontology.name, target, filter);
  const cursor = filter.after === undefined ? undefined : decodeCursor(filter.after, fingerprint);
  const offset = cursor?.kind === 'offset' ? cursor.offset : (filter.offset ?? 0);
  return { limit: filter.limit, offset, fingerprint };
}

function nextCursor(page: Page, size: number): string {
  return encodeCursor({ kind: 'offset', offset: page.offset + size }, page.fingerprint);
}
