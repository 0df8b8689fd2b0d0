import type { SessionStatement } from '../../compiler/statement';
import type { ParameterValue } from '../packets/read-parameters';
import type { SessionRequest } from '../session/session-statements.service';
import type { ConnectionServices } from './connection-services';
import type { StatementPlace } from './statement-limits';

/** A statement, with the values of its parameters. */
export interface Asked {
  readonly text: string;
  readonly statement: SessionStatement;
  readonly parameters?: readonly ParameterValue[] | undefined;
  /** Whether the statement is that of another text, with these parameters in place of its literals. */
  readonly isReused?: boolean;
}

/** One execution of a statement, which one command or several of them advance. It holds its place among the concurrent statements until its end. */
export class Execution {
  readonly controller = new AbortController();
  /** When the current command began. */
  begunAt = performance.now();
  /** Absent until the caller is known. */
  request: SessionRequest | undefined;
  private spentMs = 0;
  private isInCommand = true;
  private isOver = false;

  constructor(
    readonly asked: Asked,
    private readonly place: StatementPlace | undefined,
    private readonly auditLog: ConnectionServices['auditLog'],
  ) {
    place?.hold();
  }

  /** Begins a further command. */
  resume(): void {
    this.begunAt = performance.now();
    this.isInCommand = true;
  }

  /** Ends the current command, but not the statement. */
  pause(): void {
    this.spentMs = this.milliseconds;
    this.isInCommand = false;
  }

  /** Ends the statement, and notes it for the audit log with the time of its commands. Only the first call has an effect. */
  end(outcome: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.place?.leave();
    const { request, milliseconds } = this;
    if (request === undefined || !isNoted(this.asked.statement)) return;
    const { caller, context } = request;
    this.auditLog.observeWork(caller, context.audit, { milliseconds, outcome, requestId: context.id });
  }

  private get milliseconds(): number {
    return this.spentMs + (this.isInCommand ? performance.now() - this.begunAt : 0);
  }
}

/** Returns whether the audit log has an entry for a statement: those that only change the session have none. */
function isNoted({ kind }: SessionStatement): boolean {
  return kind !== 'set-variables' && kind !== 'use' && kind !== 'transaction';
}
