import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { RowAnswer } from './row-answer';
import { ROW_FORMATS } from './row-format';
import { streamRows } from './stream-rows';

/** Puts what handlers return into the envelope of spec 1: `{data, status}`, `{status}` for nothing, a stream of rows for a `RowAnswer`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((result) => this.wrap(result, context)));
  }

  private wrap(result: unknown, context: ExecutionContext): unknown {
    if (result === undefined) return { status: 'success' };
    if (!(result instanceof RowAnswer)) return { data: result, status: 'success' };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.type(ROW_FORMATS[result.options.format].contentType);
    return streamRows(result);
  }
}
