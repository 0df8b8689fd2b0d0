import { type Connection, type Submittable } from 'pg';
import { type CompiledQuery } from '../../model';
import { bindPostgreSqlValue } from './bind-value';
import { type ResultField } from './field-types';
import { type Kept, type KeptNames } from './kept-names';
import { type Keepable } from './may-be-kept';
import { type RowReceiver } from './portal';
import { APPLY_SETTINGS, type SettingValues } from './postgresql-session';
import { type RowMessage } from './row-message';
import { sendTogether, type Wire } from './wire';

/** No limit: with one, the server uses no parallel workers (PostgreSQL manual, "When Can Parallel Query Be Used?"). */
const ALL_ROWS = 0;

/** A statement, and the settings of its transaction. */
export interface ShortStatement {
  readonly query: CompiledQuery;
  readonly settings: SettingValues;
}

/** The callbacks of an exchange; one of `done` and `error` is called, once. */
interface Outcome {
  readonly done: () => void;
  readonly error: (error: Error) => void;
}

/** A statement that is sent, and its name if the server is to keep it. */
interface Sent {
  readonly sql: string;
  readonly kept: Kept | undefined;
  readonly newName: string | undefined;
}

/**
 * One round trip that runs a statement with the settings of its transaction. Everything up to the `Sync` is one transaction, which then
 * ends (PostgreSQL manual, "Pipelining"). The driver calls the methods `handle...`.
 */
export class ShortExchange implements Submittable {
  /** Those whose response has not begun. */
  private readonly sent: Sent[] = [];
  private isOver = false;

  constructor(
    private readonly statement: ShortStatement,
    private readonly names: KeptNames | undefined,
    private readonly receiver: RowReceiver,
    private readonly on: Outcome,
  ) {}

  submit(connection: Connection): void {
    sendTogether(connection as unknown as Wire, (wire) => {
      const { query, settings } = this.statement;
      for (const name of this.names?.takeClosable() ?? []) wire.close({ type: 'S', name });
      this.bind(wire, { sql: APPLY_SETTINGS }, settings);
      wire.execute();
      const { kept } = this.bind(wire, query, query.parameters.map(bindPostgreSqlValue));
      if (kept === undefined) wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '', rows: ALL_ROWS });
    });
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultField[] }): void {
    const copied = fields.map(({ dataTypeID, dataTypeModifier }) => ({ dataTypeID, dataTypeModifier }));
    this.confirm(copied);
    this.receive(() => {
      this.receiver.begin(copied);
    });
  }

  handleDataRow(row: RowMessage): void {
    if (this.isOver) return;
    this.receive(() => {
      if (this.sent[0]?.sql === APPLY_SETTINGS) this.names?.checkProcess(row.fields[0] ?? null);
      else this.receiver.add(row);
    });
  }

  handleCommandComplete(): void {
    const [first] = this.sent;
    if (first?.sql !== APPLY_SETTINGS) return;
    this.confirm([]);
    const kept = this.sent[0]?.kept;
    if (kept !== undefined)
      this.receive(() => {
        this.receiver.begin(kept.fields);
      });
  }

  handleReadyForQuery(): void {
    if (!this.isOver) this.on.done();
  }

  handleError(error: Error): void {
    for (const { newName } of this.sent) if (newName !== undefined) this.names?.discard(newName);
    this.fail(error);
  }

  /** Binds values to a statement, which is parsed first unless the server keeps it. A name is closed first, in case the server knows it. */
  private bind(wire: Wire, statement: Keepable, values: readonly (string | null)[]): Sent {
    const { sql } = statement;
    const kept = this.names?.find(sql);
    const newName = kept === undefined ? this.names?.nameFor(statement) : undefined;
    const name = kept?.name ?? newName ?? '';
    if (newName !== undefined) wire.close({ type: 'S', name });
    if (kept === undefined) wire.parse({ name, text: sql });
    wire.bind({ statement: name, values });
    const sent = { sql, kept, newName };
    this.sent.push(sent);
    return sent;
  }

  /** Records that the server has parsed the next of the statements, whose columns these are. */
  private confirm(fields: readonly ResultField[]): void {
    const sent = this.sent.shift();
    if (sent?.newName !== undefined) this.names?.add(sent.sql, { name: sent.newName, fields });
  }

  private receive(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.on.error(error);
  }
}
