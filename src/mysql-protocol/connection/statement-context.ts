import type { AuditNote, RequestContext } from '../../http';
import { type Caller, PROTOCOLS } from '../../model';

/** The context of a statement for what runs it, as that of a request of HTTP. */
export class StatementContext implements RequestContext {
  readonly headers = {};
  readonly address = '';
  readonly trace = undefined;
  readonly format = 'cells';
  readonly isHead = false;
  readonly isDetached = false;
  readonly timeoutMs: number;
  readonly isPaced: boolean;
  readonly audit: AuditNote;

  constructor(
    readonly caller: Caller,
    readonly id: string,
    readonly signal: AbortSignal,
    { timeoutMs, isPaced }: Pick<StatementContext, 'timeoutMs' | 'isPaced'>,
  ) {
    this.timeoutMs = timeoutMs;
    this.isPaced = isPaced;
    this.audit = { rowCount: () => 0, protocol: PROTOCOLS.sql };
  }

  /** Nothing goes on after the result of a statement. */
  detach(): never {
    throw new Error('a statement of the MySQL protocol has no asynchronous answer');
  }
}
