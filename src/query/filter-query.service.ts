import { Injectable } from '@nestjs/common';
import {
  completeOrder,
  countRows,
  decodeCursor,
  encodeCursor,
  fingerprintRequest,
  lowerFilter,
  namesMeasure,
  orderColumns,
  seekBehind,
  unreadable,
  withOrderColumns,
  type Filter,
  type FilterTarget,
  type OrderColumn,
  type Place,
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
  type Select,
  type Written,
} from '../model';
import { Catalogue } from '../ontologies';
import { capRows } from './cap-rows';
import { type Explanation } from './explain-plan';
import { FilterParser } from './filter-parser';
import { nestRows } from './nest-rows';
import { pageRows } from './page-rows';
import { Planner } from './planner.service';
import type { Asked } from './prepared';
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
  readonly from: Place;
  readonly fingerprint: string;
  /** The columns of its order; none where its rows cannot be told by a key. */
  readonly order: readonly OrderColumn[];
}

/** The rows of a page, and one more where there is one: that is how the end is known. */
interface Read {
  readonly rows: RowStream<Cell | NestedCell>;
  /** Where the next page begins, once the rows are read. */
  readonly next: () => Place;
}

/** A request as it is going to be run. */
interface Prepared {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly filter: Filter;
  readonly page: Page;
  readonly whole: Select<Written>;
  /** What `executed_query` shows: the page included. */
  readonly statement: Select<Written>;
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
    private readonly planner: Planner,
    private readonly runner: QueryRunner,
  ) {}

  async query(caller: Caller, request: FilterRequest): Promise<RowAnswer | Explanation> {
    const filter = this.filterParser.parse(request.pairs, request.nested);
    const ontology = await this.catalogue.get(caller, request.ontology);
    const prepared = this.prepare(caller, ontology, filter, request);
    if (filter.explain) return this.planner.explain(this.asked(prepared));
    const total = await this.count(prepared);
    const read = await this.read(prepared);
    return this.answer(prepared, read, total, filter.format ?? request.accepted);
  }

  private prepare(caller: Caller, ontology: Ontology, filter: Filter, request: FilterRequest): Prepared {
    const target = this.targetOf(request, ontology);
    const whole = lowerFilter(target, { ...filter, limit: undefined, offset: undefined });
    const nested = filter.nested ? this.runner.nest(caller, ontology, whole) : undefined;
    const ofCube = request.kind === 'view' && ontology.views.get(nameKey(request.name))?.isCube === true;
    const isPaged = (filter.limit ?? filter.after) !== undefined && nested === undefined;
    const ordered = isPaged ? completeOrder(whole, ontology, this.orderOf(caller, ontology, request, whole)) : whole;
    const page = readPage(ontology, target, filter, isPaged && !ofCube ? orderColumns(ordered) : []);
    const statement = { ...seek(ordered, page), limit: page.limit, offset: page.from.offset || undefined };
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

  /** What makes an order complete: the identity of a concept, or the columns of a view and of groups. */
  private orderOf(
    caller: Caller,
    ontology: Ontology,
    request: FilterRequest,
    whole: Query<Written>,
  ): Concept | readonly string[] {
    const ofEntities = request.kind === 'concept' && !namesMeasure(whole);
    const concept = ofEntities ? ontology.concepts.get(nameKey(request.name)) : undefined;
    return concept ?? this.planner.columns({ caller, ontology, query: whole }).map((column) => column.name);
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
    const prepared = await this.planner.prepare({ caller, ontology, query: counted });
    const rows = await this.runner.run({ caller, ontology, prepared, signal });
    for await (const [row] of rows.batches) return row?.[0] ?? null;
    return null;
  }

  private async read(prepared: Prepared): Promise<Read> {
    const { caller, ontology, page, statement, nested, signal } = prepared;
    const most = this.mostRows(page);
    const { offset } = page.from;
    const ready = await this.planner.prepare(this.asked(prepared));
    const { pageKey: key, isPage } = ready;
    if (page.from.key !== undefined && key === undefined) throw unreadable();
    const rows = await this.runner.run({ caller, ontology, prepared: ready, signal });
    const hidden = withOrderColumns(statement, page.order).items.length - statement.items.length;
    if (nested === undefined) return pageRows(rows, { from: page.from, key, most: most ?? Infinity, hidden });
    const columns = nested.describe(rows.columns.map((column) => column.name));
    return {
      rows: nestRows(rows, { columns, offset: isPage ? 0 : offset, limit: (most ?? Infinity) + 1 }),
      next: () => ({ offset: offset + (most ?? 0) }),
    };
  }

  /** The statement that is run for the rows. */
  private asked({ caller, ontology, page, statement, nested }: Prepared): Asked {
    const most = this.mostRows(page);
    const limit = most === undefined ? undefined : most + 1;
    const nesting = nested?.nesting({ offset: page.from.offset, limit });
    const query = nested?.query ?? { ...withOrderColumns(statement, page.order), limit };
    return { caller, ontology, query, nesting, order: page.order };
  }

  private mostRows(page: Page): number | undefined {
    const limits = [page.limit, this.environment.maxRows].filter((limit) => limit !== undefined);
    return limits.length > 0 ? Math.min(...limits) : undefined;
  }

  private answer(
    { filter, page, statement }: Prepared,
    { rows, next }: Read,
    total: Cell | undefined,
    format: RowFormat,
  ): RowAnswer {
    const most = this.mostRows(page);
    const capped = most === undefined ? { rows, isCut: () => false } : capRows(rows, most);
    return new RowAnswer(capped.rows, {
      format,
      typed: filter.typed,
      before: { executed_query: printQuery(statement), ...(total !== undefined && { total }) },
      // a page of no rows leads nowhere: following it would never end
      after: () => ({
        ...(page.limit !== undefined && {
          next: capped.isCut() && most !== 0 ? encodeCursor(next(), page.fingerprint) : null,
        }),
        ...(capped.isCut() && most !== page.limit && { truncated: true }),
      }),
    });
  }
}

function readPage(ontology: Ontology, target: FilterTarget, filter: Filter, order: readonly OrderColumn[]): Page {
  const fingerprint = fingerprintRequest(ontology.name, target, filter, order);
  const from = filter.after === undefined ? { offset: filter.offset ?? 0 } : decodeCursor(filter.after, fingerprint);
  return { limit: filter.limit, from, fingerprint, order };
}

/** The statement behind the key of a page. */
function seek(ordered: Select<Written>, { from, order }: Page): Select<Written> {
  if (from.key === undefined) return ordered;
  const sought = from.key.length === order.length ? seekBehind(ordered, order, from.key) : undefined;
  if (sought === undefined) throw unreadable();
  return sought;
}
