import { applyDecorators, Controller, Get, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Filter, locateInFilter } from '../../compiler/filter';
import { Context, DescribeAnswer, Direct, refersTo, type RequestContext, ROW_MEDIA, RowAnswer } from '../../http';
import type { Explanation } from '../planning/explain-plan';
import type { QueryResponse, QueryResult, QuerySpec } from '../running/query-spec';
import { QueryService } from '../running/query.service';
import { FILTER_PARAMETERS } from './filter-parameters';
import { FilterParser } from './filter-parser';

/** The configuration of routes with filters: the filter parser rejects unknown parameters. */
const TAKES_FILTERS = { queryParameters: 'any' };

/** Returns the OpenAPI description that both endpoints share. */
function describeFilters(summary: string, of: string): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary }),
    ApiParam({ name: 'ontology_name', type: 'string', example: 'world' }),
    ApiParam({ name: of, type: 'string', example: of === 'concept_name' ? 'country' : 'capitals' }),
    ...FILTER_PARAMETERS.map((parameter) => ApiQuery({ ...parameter, required: false })),
    ApiHeader({ name: 'nested', required: false, description: 'As the query parameter' }),
    DescribeAnswer(
      {
        schema: { anyOf: [refersTo('Rows'), refersTo('Explanation')] },
        example: {
          data: [{ entity_id: 'BEL', entity_type: 'country', entity_label: 'Belgium' }],
          executed_query: "SELECT * FROM `dsvc`.`country` WHERE `name` LIKE 'B%'",
          status: 'success',
        },
        others: ROW_MEDIA,
      },
      ...([403, 404, 422, 502, 504] as const),
    ),
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
  @Direct()
  @describeFilters('Query a concept', 'concept_name')
  concept(
    @Context() context: RequestContext,
    @Param() { ontology_name, concept_name }: Record<'ontology_name' | 'concept_name', string>,
  ): FilterResponse {
    return this.query('concept', [ontology_name, concept_name], context);
  }

  @Get('view/:view_name')
  @RouteConfig(TAKES_FILTERS)
  @Direct()
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
    const isTextual = (filter.where ?? filter.having ?? filter.lists) !== undefined;
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
