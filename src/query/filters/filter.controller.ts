import { applyDecorators, Controller, Get, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Filter, locateInFilter } from '../../compiler/filter';
import { Context, type RequestContext, RowAnswer } from '../../http';
import type { Explanation } from '../planning/explain-plan';
import type { QueryResponse, QueryResult, QuerySpec } from '../running/query-spec';
import { QueryService } from '../running/query.service';
import { FilterParser } from './filter-parser';

const PARAMETERS: readonly (readonly [string, string, string])[] = [
  ['_subj_', 'The property or path that is filtered; `_subj1_`, `_subj2_`, ... in further groups', 'name'],
  ['_op_', 'eq, not_eq, in, not_in, like, not_like, gt, gte, lt, lte, is_null or not_null', 'like'],
  ['_comp_', 'The value, or for in and not_in a comma-separated list', 'B%'],
  ['_conj_', 'AND or OR: combines the group with the next one', 'AND'],
  ['_where_', 'A condition as in WHERE, in addition to the groups', "name LIKE 'B%' AND NOT is_landlocked"],
  ['nested', 'true: related entities as nested arrays; also as a header', 'false'],
  ['_select_', 'Comma-separated properties, paths or aggregates such as `count()`', 'name'],
  ['_having_', 'A condition on the groups of aggregates, by the columns of `_select_`', 'count() > 1'],
  ['_distinct_', 'true: one row for each entity, whatever the condition reads', 'false'],
  ['_order_', 'Comma-separated properties or paths, prefix `-` for descending; nulls last', '-name'],
  ['_limit_', 'Rows (nested: entities) of a page; the response then contains `next`', '20'],
  ['_offset_', 'Rows to skip', '0'],
  ['_after_', 'The `next` of the previous page', ''],
  ['_count_', 'exact or estimate: adds `total`, and `total_is_estimate`: true where it was not counted', 'exact'],
  ['_format_', 'json, ndjson or csv; also by Accept', 'json'],
  ['_explain_', 'true: the statement for the data source instead of rows', 'false'],
  ['_typed_', 'true: JSON numbers and booleans instead of strings', 'false'],
];

/** The configuration of routes with filters: the filter parser rejects unknown parameters. */
const TAKES_FILTERS = { queryParameters: 'any' };

/** Returns the OpenAPI description that both endpoints share. */
function describeFilters(summary: string, of: string): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary }),
    ApiParam({ name: 'ontology_name', example: 'world' }),
    ApiParam({ name: of, example: of === 'concept_name' ? 'country' : 'capitals' }),
    ...PARAMETERS.map(([name, description, example]) =>
      ApiQuery({ name, description, required: false, schema: { type: 'string', example } }),
    ),
    ApiHeader({ name: 'nested', required: false, description: 'As the query parameter' }),
    ApiOkResponse({
      example: {
        data: [{ entity_id: 'BEL', entity_type: 'country', entity_label: 'Belgium' }],
        executed_query: "SELECT * FROM `dsvc`.`country` WHERE `name` LIKE 'B%'",
        status: 'success',
      },
    }),
  );
}

type FilterResponse = QueryResponse | Promise<QueryResponse | Explanation>;

/** Queries a concept or a view with the parameters of a URL. */
@ApiTags('query')
@Controller('q/:ontology_name')
export class FilterController {
  constructor(
    private readonly filters: FilterParser,
    private readonly queries: QueryService,
  ) {}

  @Get('concept/:concept_name')
  @RouteConfig(TAKES_FILTERS)
  @describeFilters('Query a concept', 'concept_name')
  concept(
    @Context() context: RequestContext,
    @Param() { ontology_name, concept_name }: Record<'ontology_name' | 'concept_name', string>,
  ): FilterResponse {
    return this.query('concept', [ontology_name, concept_name], context);
  }

  @Get('view/:view_name')
  @RouteConfig(TAKES_FILTERS)
  @describeFilters('Query a view', 'view_name')
  view(
    @Context() context: RequestContext,
    @Param() { ontology_name, view_name }: Record<'ontology_name' | 'view_name', string>,
  ): FilterResponse {
    return this.query('view', [ontology_name, view_name], context);
  }

  private query(
    kind: 'concept' | 'view',
    [ontology, name]: readonly [ontology: string, name: string],
    context: RequestContext,
  ): FilterResponse {
    const cached = this.queries.findCached(ontology, context);
    if (cached !== undefined) return cached;
    const { address, caller, headers } = context;
    const filter = this.filters.parse(address, headers.nested?.toString());
    const { typed } = filter;
    const format = filter.format ?? context.format;
    const spec: QuerySpec = { caller, ontology, source: { kind, name, filter }, format, typed, context };
    const isTextual = filter.where !== undefined || filter.having !== undefined;
    return isTextual ? this.locateErrors(spec, filter) : this.respond(spec, filter);
  }

  private respond(spec: QuerySpec, filter: Filter): Promise<QueryResponse | Explanation> {
    if (filter.explain) return this.queries.explain(spec);
    return this.queries.run(spec, (result) => answerPage(result, spec));
  }

  /** Adds the place in a condition to the errors about it. */
  private async locateErrors(spec: QuerySpec, filter: Filter): Promise<QueryResponse | Explanation> {
    try {
      return await this.respond(spec, filter);
    } catch (error) {
      throw locateInFilter(error, filter);
    }
  }
}

function answerPage({ rows, executedQuery, total, ending }: QueryResult, { format, typed }: QuerySpec): RowAnswer {
  return new RowAnswer(rows, {
    format,
    typed,
    before: { executed_query: executedQuery, ...total },
    after: () => ({ ...ending() }),
  });
}
