import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { answerBody } from './answer-body';
import { CacheableAnswer, CachedAnswer } from './cached-answer';
import { RowAnswer } from './row-answer';
import { ROW_FORMATS } from './row-format';
import { sendCacheable, sendCached } from './send-cached';
import { WholeAnswer } from './whole-answer';

/** Puts what handlers return into the envelope of spec 1: `{data, status}`, `{status}` for nothing, the rows for a `RowAnswer`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap((result) => this.wrap(result, context)));
  }

  private async wrap(result: unknown, context: ExecutionContext): Promise<unknown> {
    if (result === undefined) return { status: 'success' };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (result instanceof WholeAnswer) {
      countRows(reply, () => result.rowCount);
      void reply.type(result.contentType);
      return result.body;
    }
    if (result instanceof CachedAnswer) {
      countRows(reply, () => result.whole.rowCount);
      return sendCached(result, reply);
    }
    const answer = result instanceof CacheableAnswer ? result.answer : result;
    if (!(answer instanceof RowAnswer)) return { data: result, status: 'success' };
    countRows(reply, () => answer.rowCount);
    if (result instanceof CacheableAnswer) return sendCacheable(result, await answerBody(answer), reply);
    void reply.type(ROW_FORMATS[answer.options.format].contentType);
    return answerBody(answer);
  }
}

function countRows({ request: { auditNote } }: FastifyReply, rowCount: () => number): void {
  if (auditNote !== undefined) auditNote.rowCount = rowCount;
}
