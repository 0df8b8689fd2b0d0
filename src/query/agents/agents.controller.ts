import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { BODY_REFUSALS, Context, DescribeAnswer, refersTo, type RequestContext } from '../../http';
import { AgentsService } from './agents.service';

/** The endpoint of the Model Context Protocol, for agents (docs/agents.md). */
@ApiTags('agents')
@Controller('mcp')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly environment: Environment,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Answer a message of the Model Context Protocol' })
  @DescribeAnswer(
    { schema: refersTo('JsonObject'), example: { jsonrpc: '2.0', id: 1, result: { tools: [] } } },
    403,
    404,
    ...BODY_REFUSALS,
  )
  async answer(
    @Context() context: RequestContext,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.check(request, body);
    context.audit.statement = 'mcp';
    const { caller } = context;
    const onRefusal = (code: string): void => void (request.refusal = code);
    const answer = await this.agents.answer({ caller, context, body, request: toWebRequest(request), onRefusal });
    const type = answer.headers.get('content-type');
    if (type !== null) void reply.type(type);
    await reply.code(answer.status).send(await answer.text());
  }

  /** Rejects requests while the endpoint is switched off, those of pages of other origins, and several messages in one. */
  private check({ headers }: FastifyRequest, body: unknown): void {
    const { mcp, corsOrigins } = this.environment;
    if (!mcp) throw new ServiceError('request_unknown_path', 'there is no endpoint with this path');
    if (headers.origin !== undefined && !corsOrigins.includes(headers.origin)) {
      throw new ServiceError('auth_forbidden', 'pages of this origin may not use this endpoint', {
        hint: 'CORS_ORIGINS lists the origins that may',
      });
    }
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
    throw new ServiceError('request_malformed', 'the body must be one message of JSON-RPC');
  }
}

/** Returns the request for the library, without a body, which is passed to it parsed. */
function toWebRequest({ headers, protocol, host, url }: FastifyRequest): Request {
  const given = Object.entries(headers).filter(([, value]) => typeof value === 'string') as [string, string][];
  return new Request(`${protocol}://${host}${url}`, { method: 'POST', headers: given });
}
