import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ROW_FORMAT_TYPES } from '../../model';
import { CacheableAnswer, CachedAnswer, UnreadAnswer } from './cached-answer';
import { answerBody, RowAnswer } from './row-answer';
import { sendCacheable, sendCached, sendUnread } from './send-cached';
import { setType } from './row-format';
import { WholeAnswer } from './whole-answer';

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Wraps the results of handlers in the response envelope: `{data, status}`, `{status}` for undefined, the rows for a `RowAnswer`. It
 * overrides the method where Nest passes a result to Fastify: an interceptor on a route makes Nest build a chain of observables for each
 * request, which takes longer than a short response.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  /** `replaceHandler` returns the handler to register for a route instead of Nest's. */
  constructor(
    instance: FastifyInstance,
    private readonly replaceHandler: (handler: RouteHandler) => RouteHandler,
  ) {
    super(instance);
  }

  override get(...[path, handler]: Parameters<FastifyAdapter['get']>): ReturnType<FastifyAdapter['get']> {
    return super.get(path, this.replaceHandler(handler as RouteHandler));
  }

  override post(...[path, handler]: Parameters<FastifyAdapter['post']>): ReturnType<FastifyAdapter['post']> {
    return super.post(path, this.replaceHandler(handler as RouteHandler));
  }

  override reply(reply: FastifyReply, result: unknown, statusCode?: number): FastifyReply {
    // Nest awaits a returned promise and passes failures to the exception filters
    return (this.send(reply, result, statusCode) ?? reply) as unknown as FastifyReply;
  }

  /**
   * Sends the result of a handler. Returns a promise if its rows have to be read first; who calls this sends the error with which it is
   * rejected.
   */
  send(reply: FastifyReply, result: unknown, statusCode?: number): Promise<void> | undefined {
    if (result instanceof RowAnswer || result instanceof CacheableAnswer)
      return this.replyRows(reply, result, statusCode);
    super.reply(reply, wrap(result, reply), statusCode);
    return undefined;
  }

  private async replyRows(
    reply: FastifyReply,
    result: RowAnswer | CacheableAnswer,
    statusCode?: number,
  ): Promise<void> {
    const answer = result instanceof CacheableAnswer ? result.answer : result;
    countRows(reply, () => answer.rowCount);
    const body = await answerBody(answer);
    if (result instanceof CacheableAnswer) super.reply(reply, sendCacheable(result, body, reply), statusCode);
    else {
      setType(reply, ROW_FORMAT_TYPES[answer.options.format].contentType);
      super.reply(reply, body, statusCode);
    }
  }
}

function wrap(result: unknown, reply: FastifyReply): unknown {
  if (result === undefined) return { status: 'success' };
  if (result instanceof WholeAnswer) {
    countRows(reply, () => result.rowCount);
    setType(reply, result.contentType);
    return result.body;
  }
  if (result instanceof CachedAnswer) {
    countRows(reply, () => result.whole.rowCount);
    return sendCached(result, reply);
  }
  if (result instanceof UnreadAnswer) {
    sendUnread(result, reply);
    return undefined;
  }
  return { data: result, status: 'success' };
}

function countRows({ request: { auditNote } }: FastifyReply, rowCount: () => number): void {
  if (auditNote !== undefined) auditNote.rowCount = rowCount;
}
