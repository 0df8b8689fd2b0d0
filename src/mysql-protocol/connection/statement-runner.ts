import { randomUUID } from 'node:crypto';
import type { SessionStatement } from '../../compiler/statement';
import { understandError } from '../../http';
import type { Caller } from '../../model';
import type { ParameterValue } from '../packets/read-parameters';
import { accessDenied, interrupted } from '../session/refusal';
import type { Account } from '../session/session';
import type { SessionRequest } from '../session/session-statements.service';
import type { ConnectionServices } from './connection-services';
import { type ResultForm, sendResult, type Sending } from './send-results';
import { StatementContext } from './statement-context';

/** The signal of work that no client can end. */
const NEVER = new AbortController().signal;

/** A statement, with the values of its parameters. */
export interface Asked {
  readonly text: string;
  readonly statement: SessionStatement;
  readonly parameters?: readonly ParameterValue[] | undefined;
}

/** The statement in progress. */
interface Running {
  readonly controller: AbortController;
  readonly text: string;
  readonly begunAt: number;
}

/** Runs the statements of one connection, one after the other, and notes them for the audit log. */
export class StatementRunner {
  /** The text of the current command, for the places of errors. */
  text = '';
  running: Running | undefined;
  /** Whether the token of the connection is no longer valid, so that it ends. */
  isRefused = false;

  constructor(
    private readonly services: ConnectionServices,
    private readonly address: () => string,
    private readonly hasLeft: () => boolean,
  ) {}

  /** Ends the statement in progress. */
  abort(): void {
    this.running?.controller.abort();
  }

  /** Runs a statement and sends its result. */
  async run(sending: Sending, { text, statement, parameters }: Asked, form: ResultForm): Promise<void> {
    const controller = new AbortController();
    const begunAt = performance.now();
    this.running = { controller, text, begunAt };
    this.text = text;
    try {
      const packed = form.isBinary ? 'binary' : 'text';
      const request = {
        ...(await this.requestOf(sending, text, { parameters, signal: controller.signal })),
        form: packed,
      } as const;
      let outcome = 'broken_off';
      try {
        await sendResult(sending, await this.services.statements.run(request, statement), form);
        outcome = 'success';
      } catch (error) {
        const isKilled = controller.signal.aborted && !this.hasLeft();
        if (!this.hasLeft()) outcome = isKilled ? 'killed' : understandError(error).code;
        throw isKilled ? interrupted() : error;
      } finally {
        if (isNoted(statement)) this.note(request, begunAt, outcome);
      }
    } finally {
      this.running = undefined;
    }
  }

  /** Runs what precedes the execution of a statement, and notes a failure for the audit log. */
  async noting<Result>(
    sending: Sending,
    text: string,
    work: (request: SessionRequest) => Promise<Result>,
  ): Promise<Result> {
    const begunAt = performance.now();
    this.text = text;
    const request = await this.requestOf(sending, text);
    try {
      return await work(request);
    } catch (error) {
      this.note(request, begunAt, understandError(error).code);
      throw error;
    }
  }

  /** Notes a log-in, and returns its caller. */
  async noteLogIn(sending: Sending): Promise<Caller> {
    const request = await this.requestOf(sending, 'log_in');
    this.note(request, performance.now(), 'success');
    return request.caller;
  }

  /** Returns the request of a statement of the caller, with the rights of this moment. */
  async requestOf(
    { session }: Sending,
    text: string,
    { parameters, signal = NEVER }: { readonly parameters?: Asked['parameters']; readonly signal?: AbortSignal } = {},
  ): Promise<SessionRequest> {
    const caller = await this.callerOf(session.account);
    const context = new StatementContext(caller, randomUUID(), signal, session.timeoutMs);
    context.audit.statement = text;
    return {
      ...{ session, caller, context, text, parameters },
      connections: () => this.services.listOf(caller.id),
      kill: (connection, queryOnly) => {
        this.services.kill(caller.id, connection, queryOnly);
      },
    };
  }

  /** Rejects if the token is no longer valid; the connection then ends. */
  private async callerOf({ tokenHash, user }: Account): Promise<Caller> {
    const caller = await this.services.callers.findByHash(tokenHash);
    if (caller !== undefined) return caller;
    this.isRefused = true;
    throw accessDenied(user, this.address(), true);
  }

  private note({ caller, context }: SessionRequest, begunAt: number, outcome: string): void {
    const milliseconds = performance.now() - begunAt;
    this.services.auditLog.observeWork(caller, context.audit, { milliseconds, outcome, requestId: context.id });
  }
}

/** Returns whether the audit log has an entry for a statement: those that only change the session have none. */
function isNoted({ kind }: SessionStatement): boolean {
  return kind !== 'set-variables' && kind !== 'use' && kind !== 'transaction';
}
