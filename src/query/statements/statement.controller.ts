import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { parseFlag } from '../../compiler/filter';
import { Edge, parseRawQuery, type RequestEdge } from '../../http';
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
  @ApiOperation({ summary: 'Run statements: SELECT, SHOW, DESCRIBE, EXPLAIN, definitions, grants' })
  @ApiHeader({ name: 'nested', required: false, description: 'As the query parameter' })
  @ApiQuery({
    name: 'nested',
    description: 'true: related entities as nested arrays; also as a header',
    required: false,
    schema: { type: 'string', example: 'false' },
  })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The version that the ontology must still have; 409 otherwise',
  })
  @ApiOkResponse({
    example: { data: [{ name: 'Belgium', 'capital_city[city].name': 'Brussels' }], status: 'success' },
  })
  run(@Edge() edge: RequestEdge, @Body() { ontology_name, query }: RunQueryDto): Promise<QueryResponse> {
    const { address, audit, headers } = edge;
    const nested = new Map(parseRawQuery(address)).get('nested') ?? headers.nested?.toString();
    audit.ontology = ontology_name;
    audit.statement = query;
    return this.statements.run(edge.caller, {
      ontology: ontology_name,
      text: query,
      ifMatch: headers['if-match'],
      nested: nested !== undefined && parseFlag(nested, 'nested'),
      format: edge.format,
      edge,
    });
  }
}
