import { Readable } from 'node:stream';
import { Controller, Delete, Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AsyncResultsService, ownerOf, type PolledResult } from '../../async-results';
import { CurrentCaller, DescribeAnswer, JSON_TYPE, listOf, objectOf, refersTo, STRING } from '../../http';
import type { Caller } from '../../model';

const OK = 200;
const NOT_FOUND = 404;
const UNKNOWN = { schema: objectOf({ error: STRING }), example: { error: 'Response not found' } };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns answers that were requested with `x-async: true` (docs/text-interface.md). */
@ApiTags('statements as text')
@Controller('get-async-results/:response_id')
@ApiParam({ name: 'response_id', type: String, description: 'As in the response to the statements' })
@ApiResponse({ status: NOT_FOUND, description: 'Unknown, of another user, expired or already fetched', ...UNKNOWN })
export class AsyncResultsController {
  constructor(private readonly results: AsyncResultsService) {}

  @Get()
  @RouteConfig({ changesState: true })
  @ApiOperation({ summary: 'Fetch an asynchronous answer, once' })
  @DescribeAnswer({
    schema: objectOf(
      {
        status: { type: 'string', enum: ['running', 'completed', 'error'] },
        ...{ response_id: STRING, message: STRING, error: STRING, error_type: STRING },
        ...{ response: listOf(refersTo('Row')), original_status_code: { type: 'integer' } },
      },
      ...['response_id', 'message', 'error', 'error_type', 'response', 'original_status_code'],
    ),
    example: { status: 'completed', response: [{ name: 'Belgium' }], original_status_code: 200 },
  })
  async fetch(
    @CurrentCaller() caller: Caller,
    @Param('response_id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = UUID.test(id) ? await this.results.poll(id, ownerOf(caller)) : UNKNOWN_RESULT;
    await send(found.state === 'completed' ? completedBody(found.pieces) : statusOf(found, id), request, reply);
  }

  @Delete()
  @ApiOperation({ summary: 'Cancel statements with an asynchronous answer, or discard the answer' })
  @DescribeAnswer({
    schema: objectOf({ status: STRING, response_id: STRING, message: STRING }),
    example: { status: 'cancelled', response_id: '6f1c2a34-5b7e-4c1d-9a0f-2d3e4f5a6b7c', message: 'cancelled' },
  })
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('response_id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isCancelled = UUID.test(id) && (await this.results.remove(id, ownerOf(caller)));
    const body = { status: 'cancelled', response_id: id, message: 'the statements were cancelled' };
    await send(isCancelled ? body : undefined, request, reply);
  }
}

const UNKNOWN_RESULT: PolledResult = { state: 'unknown' };

/** Returns the body that describes an answer without its rows; undefined for an unknown one. */
function statusOf(found: Exclude<PolledResult, { readonly state: 'completed' }>, id: string): object | undefined {
  switch (found.state) {
    case 'unknown':
      return undefined;
    case 'running':
      return { status: 'running', response_id: id, message: 'the statements run' };
    case 'error':
      return { status: 'error', error: found.error, error_type: 'ExecutionError' };
  }
}

function completedBody(pieces: AsyncIterable<Buffer> & { readonly close: () => Promise<void> }): Readable {
  const body = Readable.from(withEnvelope(pieces), { objectMode: false });
  body.once('close', () => void pieces.close());
  return body;
}

async function* withEnvelope(rows: AsyncIterable<Buffer>): AsyncGenerator<string | Buffer> {
  yield '{"status":"completed","response":';
  yield* rows;
  yield ',"original_status_code":200}';
}

/** Sends a body, or 404 without one. */
async function send(body: Readable | object | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.type(JSON_TYPE).header('cache-control', 'no-store');
  if (body === undefined) {
    request.refusal = 'request_unknown_path';
    await reply.code(NOT_FOUND).send(JSON.stringify(UNKNOWN.example));
  } else await reply.code(OK).send(body instanceof Readable ? body : JSON.stringify(body));
}
