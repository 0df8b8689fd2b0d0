import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit';
import { ownerOf, ResultJobsService } from '../../async-results';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { JSON_TYPE, objectOf, STRING, WholeAnswer } from '../../http';
import type { Caller } from '../../model';
import { answerPieces } from '../running/answer-pieces';
import type { StatementRequest } from '../statements/statement-request';
import { StatementService } from '../statements/statement.service';

export const ACCEPTED_STATUS = 202;

const RUNNING = 'the statements run: fetch the result from poll_url';
const ID = '6f1c2a34-5b7e-4c1d-9a0f-2d3e4f5a6b7c';

/** The description of the body of a response with `ACCEPTED_STATUS`. */
export const ACCEPTED = {
  schema: objectOf({ async: { type: 'boolean' }, response_id: STRING, poll_url: STRING, message: STRING }),
  example: { async: true, response_id: ID, poll_url: `/svc/openapi/get-async-results/${ID}`, message: RUNNING },
};

/** Runs statements whose answer is fetched later (docs/text-interface.md). */
@Injectable()
export class AsyncTextService {
  constructor(
    private readonly statements: StatementService,
    private readonly jobs: ResultJobsService,
    private readonly auditLog: AuditLogService,
    private readonly environment: Environment,
  ) {}

  /** Begins to run the statements and returns where their answer can be fetched. */
  async begin(caller: Caller, request: StatementRequest): Promise<WholeAnswer> {
    const { asyncResultBytes, basePath, serviceName } = this.environment;
    if (asyncResultBytes === 0) throw new ServiceError('request_malformed', 'asynchronous answers are switched off');
    request.context.audit.isAccepted = true;
    const id = await this.start(caller, request);
    const pollUrl = `${basePath}/${serviceName}/openapi/get-async-results/${id}`;
    const body = { async: true, response_id: id, poll_url: pollUrl, message: RUNNING };
    return new WholeAnswer(JSON_TYPE, Buffer.from(JSON.stringify(body)), 0);
  }

  private start(caller: Caller, request: StatementRequest): Promise<string> {
    const controller = new AbortController();
    const timeoutMs = this.environment.asyncTimeoutMs;
    const context = request.context.detach({ signal: controller.signal, timeoutMs });
    const begun = performance.now();
    return this.jobs.start(ownerOf(caller), {
      run: async (signal) => {
        signal.addEventListener('abort', () => {
          controller.abort(signal.reason);
        });
        const { pieces, rowCount } = await answerPieces(await this.statements.run(caller, { ...request, context }));
        context.audit.rowCount = rowCount;
        return pieces;
      },
      onEnd: (outcome) => {
        const milliseconds = performance.now() - begun;
        this.auditLog.observeWork(caller, context.audit, { milliseconds, outcome, requestId: context.id });
      },
    });
  }
}
