import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { parseFlag } from '../../compiler/filter';
import {
  BODY_REFUSALS,
  Context,
  DescribeAnswer,
  Direct,
  parseRawQuery,
  refersTo,
  type RequestContext,
  ROW_MEDIA,
} from '../../http';
import type { QueryResponse } from '../running/query-spec';
import { RunQueryDto } from './run-query.dto';
import { StatementService } from './statement.service';

/** Runs statements of the ontology language (POST query/). */
@ApiTags('query')
@Controller('query')
export class StatementController {
  constructor(private readonly statements: StatementService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ queryParameters: ['nested'] })
  @Direct(RunQueryDto)
  @ApiOperation({ summary: 'Run statements: SELECT, SHOW, DESCRIBE, EXPLAIN, definitions, grants' })
  @ApiHeader({ name: 'nested', required: false, description: 'As the query parameter' })
  @ApiQuery({
    name: 'nested',
    description: 'true: related entities as nested arrays; also as a header',
    required: false,
    schema: { type: 'string', enum: ['true', 'false'], example: 'false' },
  })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The version that the ontology must still have; 409 otherwise',
  })
  @ApiHeader({
    name: 'x-dry-run',
    required: false,
    description:
      'true: definitions and account statements are checked and not applied; the response is that of applied ones',
  })
  @DescribeAnswer(
    {
      schema: refersTo('Result'),
      example: { data: [{ name: 'Belgium', 'capital_city[city].name': 'Brussels' }], status: 'success' },
      others: ROW_MEDIA,
    },
    ...([403, 404, 409, 422, 502, 504] as const),
    ...BODY_REFUSALS,
  )
  run(@Context() context: RequestContext, @Body() body: RunQueryDto): Promise<QueryResponse> {
    const { ontology_name, query, parameters, columns = false } = body;
    const { address, audit, headers } = context;
    const nested = new Map(parseRawQuery(address)).get('nested') ?? headers.nested?.toString();
    const dryRun = headers['x-dry-run']?.toString();
    audit.statement = query;
    return this.statements.run(context.caller, {
      ontology: ontology_name,
      text: query,
      parameters,
      ifMatch: headers['if-match'],
      isDryRun: dryRun !== undefined && parseFlag(dryRun, 'x-dry-run'),
      nested: nested !== undefined && parseFlag(nested, 'nested'),
      format: context.format,
      columns,
      context,
    });
  }
}
