import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { answerBody } from './answer-body';
import { PrintedData } from './printed-data';
import { RowAnswer } from './row-answer';
import { ROW_FORMATS } from './row-format';

/** Puts what handlers return into the envelope of spec 1: `{data, status}`, `{status}` for nothing, the rows for a `RowAnswer`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap((result) => this.wrap(result, context)));
  }

  private async wrap(result: unknown, context: ExecutionContext): Promise<unknown> {
    if (result === undefined) return { status: 'success' };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (result instanceof PrintedData) {
      void reply.type(ROW_FORMATS.json.contentType);
      return `{"data":${result.json},"status":"success"}`;
    }
    if (!(result instanceof RowAnswer)) return { data: result, status: 'success' };
    const { auditNote } = reply.request;
    if (auditNote !== undefined) auditNote.rowCount = () => result.rowCount;
    void reply.type(ROW_FORMATS[result.options.format].contentType);
    return answerBody(result);
  }
}
