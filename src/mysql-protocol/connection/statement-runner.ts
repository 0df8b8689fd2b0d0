import { randomUUID } from 'node:crypto';
import { understandError } from '../../http';
import type { Caller } from '../../model';
import { STATUS } from '../packets/protocol';
import { accessDenied, interrupted } from '../session/refusal';
import type { Account } from '../session/session';
import type { SessionResult } from '../session/session-result';
import type { SessionRequest } from '../session/session-statements.service';
import type { ConnectionServices } from './connection-services';
import { Cursor } from './cursor';
import { Cursors } from './cursors';
import { type Asked, Execution } from './execution';
import { ResultRows } from './result-rows';
import { describeResult, type ResultForm, sendEnd, sendResult, type Sending } from './send-results';
import { StatementContext } from './statement-context';
import type { StatementPlace } from './statement-limits';

/** The signal of work that no client can end. */
const NEVER = new AbortController().signal;
/** The outcome of a statement whose client has left. */
const LEFT = 'broken_off';

interface RequestOptions {
  readonly parameters?: Asked['parameters'];
  readonly signal?: AbortSignal;
  /** Whether the client fetches the rows. */
  readonly isPaced?: boolean | undefined;
}

/** Runs the statements of one connection, one after the other, and notes them for the audit log. */
export class StatementRunner {
  /** The text of the current command, for the places of errors. */
  text = '';
  running: Execution | undefined;
  /** The place of the current command among the concurrent statements of its token, if it counts. */
  place: StatementPlace | undefined;
  readonly cursors = new Cursors();
  /** Whether the token of the connection is no longer valid, so that it ends. */
  isRefused = false;

  constructor(
    private readonly services: ConnectionServices,
    private readonly address: () => string,
    private readonly hasLeft: () => boolean,
  ) {}

  /** Ends the statement in progress; if there is none, those whose rows are being fetched. */
  abort(): void {
    if (this.running === undefined) this.cursors.endAll({ outcome: 'killed', failure: interrupted() });
    else this.running.controller.abort();
  }

  /** Ends all statements, because the client has left. */
  leave(): void {
    this.running?.controller.abort();
    this.cursors.endAll({ outcome: LEFT });
  }

  /** Runs a statement and sends its result. */
  async run(sending: Sending, asked: Asked, form: ResultForm): Promise<void> {
    const execution = this.begin(asked);
    await this.during(execution, async () => {
      await sendResult(sending, await this.start(execution, sending, form), form);
      execution.end('success');
    });
  }

  /** Runs a prepared statement, and opens a cursor on its rows. Sends its result if it has no rows. */
  async open(sending: Sending, asked: Asked, id: number): Promise<void> {
    this.cursors.checkRoom();
    const execution = this.begin(asked);
    await this.during(execution, async () => {
      const form = { isBinary: true, hasMore: false };
      const result = await this.start(execution, sending, { ...form, isPaced: true });
      if (result === undefined) {
        await sendResult(sending, result, form);
        execution.end('success');
        return;
      }
      const rows = await ResultRows.open(result);
      const cursor = new Cursor(rows, execution, sending.session);
      try {
        await cursor.readAhead();
      } catch (error) {
        await rows.leave();
        throw error;
      }
      this.cursors.add(id, cursor);
      describeResult(sending, rows.columns);
      sendEnd(sending, STATUS.cursorExists);
      cursor.rest();
    });
  }

  /** Sends the next rows of a cursor, and closes it after the last one. */
  async fetch(sending: Sending, id: number, most: number): Promise<void> {
    const cursor = this.cursors.get(id);
    const { session, packets } = sending;
    await this.callerOf(session.account);
    session.warnings = [];
    cursor.resume();
    await this.during(cursor.execution, async () => {
      try {
        const hasMore = await cursor.send(packets, most);
        if (!hasMore) this.cursors.close(id);
        sendEnd(sending, hasMore ? STATUS.cursorExists : STATUS.lastRowSent);
        cursor.rest();
      } catch (error) {
        this.cursors.close(id, { outcome: this.outcomeOf(cursor.execution, error) });
        throw error;
      }
    });
  }

  /** Reads a text, and notes a failure for the audit log. */
  async reading<Result>(sending: Sending, text: string, read: () => Result): Promise<Result> {
    this.text = text;
    const begunAt = performance.now();
    try {
      return read();
    } catch (error) {
      this.note(await this.requestOf(sending, text), begunAt, understandError(error).code);
      throw error;
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
  async requestOf({ session }: Sending, text: string, options: RequestOptions = {}): Promise<SessionRequest> {
    const { parameters, signal = NEVER, isPaced = false } = options;
    const caller = await this.callerOf(session.account);
    const context = new StatementContext(caller, randomUUID(), signal, { timeoutMs: session.timeoutMs, isPaced });
    context.audit.statement = text;
    return {
      ...{ session, caller, context, text, parameters },
      connections: () => this.services.listOf(caller.id),
      kill: (connection, queryOnly) => {
        this.services.kill(caller.id, connection, queryOnly);
      },
    };
  }

  private begin(asked: Asked): Execution {
    return new Execution(asked, this.place, this.services.auditLog);
  }

  /** Runs a part of an execution, which an error ends. */
  private async during(execution: Execution, work: () => Promise<void>): Promise<void> {
    this.running = execution;
    this.text = execution.asked.text;
    try {
      await work();
    } catch (error) {
      execution.end(this.outcomeOf(execution, error));
      throw this.isKilled(execution) ? interrupted() : error;
    } finally {
      this.running = undefined;
    }
  }

  /** Starts a statement in the form of its rows, and returns its result. */
  private async start(
    execution: Execution,
    sending: Sending,
    { isBinary, isPaced }: { readonly isBinary: boolean; readonly isPaced?: boolean },
  ): Promise<SessionResult> {
    const { text, parameters, statement, isReused } = execution.asked;
    const { signal } = execution.controller;
    execution.request = await this.requestOf(sending, text, { parameters, signal, isPaced });
    const request = { ...execution.request, isReused, form: isBinary ? 'binary' : 'text' } as const;
    return await this.services.statements.run(request, statement);
  }

  private outcomeOf(execution: Execution, error: unknown): string {
    if (this.hasLeft()) return LEFT;
    return this.isKilled(execution) ? 'killed' : understandError(error).code;
  }

  private isKilled({ controller }: Execution): boolean {
    return controller.signal.aborted && !this.hasLeft();
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
