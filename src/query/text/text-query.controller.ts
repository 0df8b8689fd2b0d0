import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { parseFlag } from '../../compiler/filter';
import {
  BODY_REFUSALS,
  Context,
  DescribeAnswer,
  listOf,
  parseRawQuery,
  refersTo,
  type RequestContext,
  STRING,
} from '../../http';
import type { QueryResponse } from '../running/query-spec';
import type { StatementRequest } from '../statements/statement-request';
import { StatementService } from '../statements/statement.service';
import { ACCEPTED, ACCEPTED_STATUS, AsyncTextService } from './async-text.service';
import { readCut } from './read-cut';

/** Runs the statements that are the body of a request (docs/text-interface.md). */
@ApiTags('statements as text')
@Controller('ontology/:ontology_name')
export class TextQueryController {
  constructor(
    private readonly statements: StatementService,
    private readonly asynchronous: AsyncTextService,
  ) {}

  @Post('query')
  @HttpCode(200)
  @RouteConfig({ queryParameters: ['datasource'], takesText: true })
  @ApiOperation({ summary: 'Run statements, and return the rows of the last one as an array' })
  @ApiParam({ name: 'ontology_name', type: String, description: 'As in POST query/' })
  @ApiConsumes('text/plain', 'application/text')
  @ApiBody({ schema: { type: 'string', example: 'SELECT name FROM dsvc.country LIMIT 3' } })
  @ApiQuery({ name: 'datasource', required: false, schema: STRING, description: 'Only its mappings are read' })
  @ApiHeader({ name: 'nested', required: false, description: 'true: related entities as nested arrays' })
  @ApiHeader({ name: 'results-limit', required: false, description: 'The greatest number of rows' })
  @ApiHeader({ name: 'results-offset', required: false, description: 'The number of rows that are skipped' })
  @ApiHeader({ name: 'x-async', required: false, description: 'true: the answer is fetched later' })
  @ApiResponse({ status: ACCEPTED_STATUS, description: 'The statements run', ...ACCEPTED })
  @DescribeAnswer(
    { schema: listOf(refersTo('Row')), example: [{ name: 'Belgium' }] },
    ...([403, 404, 409, 422, 502, 504] as const),
    ...BODY_REFUSALS,
  )
  async run(
    @Context() context: RequestContext,
    @Param('ontology_name') ontology: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() text = '',
  ): Promise<QueryResponse> {
    const { address, audit, caller, headers } = context;
    const dataSource = new Map(parseRawQuery(address)).get('datasource');
    const cut = readCut(headers);
    audit.statement = text;
    const request: StatementRequest = {
      ...{ ontology, text, context, parameters: undefined, ifMatch: undefined, isDryRun: false },
      ...{ nested: readFlag(headers, 'nested'), format: 'array', columns: false },
      ...(cut && { cut }),
      ...(dataSource !== undefined && { dataSource }),
    };
    if (!readFlag(headers, 'x-async')) return this.statements.run(caller, request);
    void reply.code(ACCEPTED_STATUS);
    return this.asynchronous.begin(caller, request);
  }
}

function readFlag(headers: IncomingHttpHeaders, name: string): boolean {
  const value = headers[name]?.toString() ?? '';
  return value !== '' && parseFlag(value, name);
}
