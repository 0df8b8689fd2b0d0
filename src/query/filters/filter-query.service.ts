import { Injectable } from '@nestjs/common';
import {
  breakTies,
  completeOrder,
  countRows,
  encodeCursor,
  lowerFilter,
  namesMeasure,
  orderColumns,
  unreadable,
  withOrderColumns,
  type Filter,
  type FilterTarget,
  type Place,
} from '../../compiler/filter';
import type { NestedStatement } from '../../compiler/nest';
import { MaskPolicy } from '../../compiler/rights';
import { printQuery } from '../../compiler/statement';
import { Environment } from '../../config';
import { type RequestEdge, RowAnswer, type RowFormat } from '../../http';
import {
  type Caller,
  type Cell,
  nameKey,
  type NestedCell,
  type Ontology,
  type PrintedRows,
  type RowStream,
  type Select,
  type Written,
} from '../../model';
import { Catalogue } from '../../ontologies';
import { capRows } from '../running/cap-rows';
import { type Explanation } from '../planning/explain-plan';
import { type Page, readPage, seek } from './filter-page';
import { FilterParser } from './filter-parser';
import { nestRows } from '../running/nest-rows';
import { Planner } from '../planning/planner.service';
import type { Asked, Prepared } from '../planning/prepared';
import { QueryRunner } from '../running/query-runner.service';
import { type Answered, ResultCache } from '../running/result-cache';
import { type Total, totalOf } from '../running/total-of';

/** A request for a concept or a view. */
export interface FilterRequest {
  readonly ontology: string;
  readonly kind: 'concept' | 'view';
  readonly name: string;
  readonly nested: string | undefined;
  /** The format that the Accept header asks for. */
  readonly accepted: RowFormat;
  readonly edge: RequestEdge;
}

/** Rows, and where the next page begins, once they are read. */
interface FollowedRows {
  readonly rows: RowStream<Cell | NestedCell>;
  readonly next: () => Place;
}

/** The rows of an answer; once they are read, whether there were more and where the next page begins. */
interface Read {
  readonly rows: RowStream<Cell | NestedCell> | PrintedRows;
  readonly isCut: () => boolean;
  readonly next: () => Place;
}

/** What a filter means, whoever asks. */
interface Lowered {
  readonly target: FilterTarget;
  readonly whole: Select<Written>;
  printed?: string;
}

/** A statement in the order of its pages. */
interface Ordered {
  readonly ordered: Select<Written>;
  readonly ties: readonly string[];
}

/** A request as it is going to be run. */
interface PreparedRequest {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly filter: Filter;
  readonly page: Page;
  /** Columns by whose bytes rows are put in order that are equal by the order of the page. */
  readonly ties: readonly string[];
  readonly whole: Select<Written>;
  /** What `executed_query` shows: the page included. */
  readonly statement: Select<Written>;
  readonly executedQuery: string;
  readonly nested: NestedStatement | undefined;
  /** The columns that a statement names decide which rows it has. */
  readonly ofCube: boolean;
  readonly edge: RequestEdge;
}

/** From the raw query string of a concept or view to the response, one step a line. */
@Injectable()
export class FilterQueryService {
  /** Of filters that came again: the parser gives the same for the same address. */
  private readonly lowered = new WeakMap<Filter, Lowered>();

  constructor(
    private readonly environment: Environment,
    private readonly filterParser: FilterParser,
    private readonly catalogue: Catalogue,
    private readonly planner: Planner,
    private readonly runner: QueryRunner,
    private readonly results: ResultCache,
  ) {}

  async query(caller: Caller, request: FilterRequest): Promise<Answered | Explanation> {
    const { catalogue, planner, runner } = this;
    const filter = this.filterParser.parse(request.edge.address, request.nested);
    const ontology = catalogue.known(caller, request.ontology) ?? (await catalogue.get(caller, request.ontology));
    const { edge } = request;
    edge.audit.version = ontology.version;
    const prepared = this.prepare(caller, ontology, filter, request);
    edge.audit.statement = prepared.executedQuery;
    const asked = this.asked(prepared);
    if (filter.explain) return await planner.explain(asked);
    const format = filter.format ?? request.accepted;
    const ready = planner.known(asked) ?? (await planner.prepare(asked));
    if (prepared.page.from.key !== undefined && ready.pageKey === undefined) throw unreadable();
    const counting = filter.count === undefined ? undefined : await planner.prepare(this.counting(prepared));
    const statements = counting === undefined ? [ready] : [ready, counting];
    const form = (): unknown => formOf(prepared, format, ready);
    return await this.results.answer({ ontology, statements, form }, async () => {
      const total = counting && (await totalOf(runner, { caller, ontology, prepared: counting, signal: edge.signal }));
      return this.answer(prepared, await this.read(prepared, ready, format), total, format);
    });
  }

  private prepare(caller: Caller, ontology: Ontology, filter: Filter, request: FilterRequest): PreparedRequest {
    const target = this.targetOf(request, ontology);
    const lowered = this.lower(target, filter);
    const { whole } = lowered;
    const nested = filter.nested ? this.runner.nest(caller, ontology, whole) : undefined;
    const ofCube = request.kind === 'view' && ontology.views.get(nameKey(request.name))?.isCube === true;
    const isPaged = (filter.limit ?? filter.after) !== undefined && nested === undefined;
    const { ordered, ties } = isPaged ? this.order(caller, ontology, request, whole) : { ordered: whole, ties: [] };
    const page = readPage(ontology, target, filter, isPaged && !ofCube ? orderColumns(ordered) : []);
    const statement = cut(seek(ordered, page), page);
    const executedQuery = statement === whole ? (lowered.printed ??= printQuery(whole)) : printQuery(statement);
    return {
      caller,
      ontology,
      filter,
      page,
      ties: ofCube ? [] : ties,
      whole,
      statement,
      executedQuery,
      nested,
      ofCube,
      edge: request.edge,
    };
  }

  private lower(target: FilterTarget, filter: Filter): Lowered {
    const known = this.lowered.get(filter);
    if (known?.target.schema === target.schema && known.target.table === target.table) return known;
    const made = { target, whole: lowerFilter(target, { ...filter, limit: undefined, offset: undefined }) };
    this.lowered.set(filter, made);
    return made;
  }

  private targetOf(request: FilterRequest, ontology: Ontology): FilterTarget {
    const prefix = request.kind === 'concept' ? 'd' : 'v';
    const known = request.kind === 'concept' ? ontology.concepts : ontology.views;
    return {
      schema: `${prefix}${this.environment.serviceName}`,
      table: known.get(nameKey(request.name))?.name ?? request.name,
    };
  }

  /** What makes an order complete is the identity of a concept, or the columns of a view and of groups. */
  private order(caller: Caller, ontology: Ontology, request: FilterRequest, whole: Select<Written>): Ordered {
    const masks = new MaskPolicy(ontology, caller, this.environment.maskColumns);
    const isGrouped = namesMeasure(whole);
    const concept = request.kind === 'view' || isGrouped ? undefined : ontology.concepts.get(nameKey(request.name));
    if (concept !== undefined) return { ordered: completeOrder(whole, ontology, concept, masks), ties: [] };
    const columns = this.planner.columns({ caller, ontology, query: whole });
    const names = columns.map(({ name }) => name);
    const texts = isGrouped ? [] : columns.filter(({ type }) => type === 'string').map(({ name }) => name);
    return { ordered: completeOrder(whole, ontology, names, masks), ties: texts };
  }

  /** The statement that counts. */
  private counting({ caller, ontology, whole, nested, ofCube, filter }: PreparedRequest): Asked {
    const query = countRows(whole, { identity: nested?.identity, ofCube });
    return { caller, ontology, query, mayEstimate: filter.count === 'estimate' };
  }

  /** All rows that are asked for; those of a page, and of what the service may cut, with one more where there is one. */
  private async read(prepared: PreparedRequest, ready: Prepared, format: RowFormat): Promise<Read> {
    const { caller, ontology, page, nested, filter, edge, statement } = prepared;
    const most = this.mostRows(page);
    const run = { caller, ontology, prepared: ready, signal: edge.signal };
    if (nested !== undefined) {
      const { rows, next } = this.nest(page, nested, ready, await this.runner.run(run));
      return { ...(most === undefined ? { rows, isCut: () => false } : capRows(rows, most)), next };
    }
    const form = { format, typed: filter.typed };
    if (most === undefined) {
      return { rows: await this.runner.runForAnswer(run, form), isCut: () => false, next: () => page.from };
    }
    const hidden = withOrderColumns(statement, page.order).items.length - statement.items.length;
    return await this.runner.runPage(run, form, { from: page.from, key: ready.pageKey, most, hidden });
  }

  private nest(page: Page, nested: NestedStatement, { isPage }: Prepared, flat: RowStream): FollowedRows {
    const most = this.mostRows(page);
    const { offset } = page.from;
    const columns = nested.describe(flat.columns);
    const rows = nestRows(flat, { columns, offset: isPage ? 0 : offset, limit: (most ?? Infinity) + 1 });
    return { rows, next: () => ({ offset: offset + (most ?? 0) }) };
  }

  /** The statement that is run for the rows. */
  private asked({ caller, ontology, page, statement, nested, ties }: PreparedRequest): Asked {
    const most = this.mostRows(page);
    const limit = most === undefined ? undefined : most + 1;
    const nesting = nested?.nesting({ offset: page.from.offset, limit });
    const rows = page.order.length > 0 || limit !== undefined;
    const query =
      nested?.query ?? (rows ? { ...breakTies(withOrderColumns(statement, page.order), ties), limit } : statement);
    return { caller, ontology, query, nesting, order: page.order };
  }

  private mostRows(page: Page): number | undefined {
    const { maxRows } = this.environment;
    if (page.limit === undefined || maxRows === undefined) return page.limit ?? maxRows;
    return Math.min(page.limit, maxRows);
  }

  private answer(
    { filter, page, executedQuery }: PreparedRequest,
    { rows, isCut, next }: Read,
    total: Total | undefined,
    format: RowFormat,
  ): RowAnswer {
    const most = this.mostRows(page);
    return new RowAnswer(rows, {
      format,
      typed: filter.typed,
      before: { executed_query: executedQuery, ...total },
      // a page of no rows leads nowhere: following it would never end
      after: () => ({
        ...(page.limit !== undefined && {
          next: isCut() && most !== 0 ? encodeCursor(next(), page.fingerprint) : null,
        }),
        ...(isCut() && most !== page.limit && { truncated: true }),
      }),
    });
  }
}

/** The rows of the page alone. */
function cut(statement: Select<Written>, { limit, from: { offset } }: Page): Select<Written> {
  return limit === undefined && offset === 0 ? statement : { ...statement, limit, offset: offset || undefined };
}

/** How the rows become the answer. */
function formOf(
  { filter, page, executedQuery, nested }: PreparedRequest,
  format: RowFormat,
  { compiled }: Prepared,
): unknown {
  const described = nested?.describe(compiled.columns);
  return [format, filter.typed, filter.count, executedQuery, page, described];
}
