import { type Connection, type Submittable } from 'pg';
import { bindPostgreSqlValue } from './bind-value';
import { type CompiledQuery } from '../../model';
import { type ResultField } from './field-types';
import { APPLY_SETTINGS, type SettingValues } from './postgresql-session';
import { type RowMessage } from './row-message';
import { sendTogether, type Wire } from './wire';

const PORTAL = 'rows';
/** `BEGIN` and the settings of the transaction, which complete before the statement. */
const STEPS_BEFORE = 2;

/** The end of some consecutive rows of a statement. */
export interface Portion {
  /** Whether no more rows follow. */
  readonly isLast: boolean;
}

/** Receives the rows of a statement as they arrive. */
export interface RowReceiver {
  begin(fields: readonly ResultField[]): void;
  add(row: RowMessage): void;
}

/**
 * One exchange of messages, which ends with a `Sync`: the opening of a portal with its first rows, or its next rows. The driver calls the
 * methods `handle...`. An exchange starts the `statement_timeout` of the server again, so that time in which rows wait for the client does
 * not count.
 */
class Exchange implements Submittable {
  private isLast = true;

  constructor(
    private readonly send: (wire: Wire) => void,
    private steps: number,
    private readonly receiver: RowReceiver,
    private readonly on: {
      readonly done: (portion: Portion) => void;
      readonly error: (error: Error) => void;
    },
  ) {}

  submit(connection: Connection): void {
    sendTogether(connection as unknown as Wire, this.send);
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultField[] }): void {
    this.receiver.begin(fields);
  }

  handleDataRow(row: RowMessage): void {
    if (this.steps > 0) return;
    try {
      this.receiver.add(row);
    } catch (error) {
      this.on.error(error as Error);
    }
  }

  handleCommandComplete(): void {
    if (this.steps > 0) this.steps--;
  }

  handlePortalSuspended(): void {
    this.isLast = false;
  }

  handleReadyForQuery(): void {
    this.on.done({ isLast: this.isLast });
  }

  handleError(error: Error): void {
    this.on.error(error);
  }
}

/** A connection on which exchanges are made one after another. */
export interface Exchanging {
  query(exchange: Submittable): unknown;
}

/** Receives the rows of a statement that is prepared only. */
const NOBODY: RowReceiver = { begin: () => undefined, add: () => undefined };

/** The rows of one statement, which is run in a read-only transaction of its own. The caller ends the transaction. */
export class Portal {
  constructor(
    private readonly connection: Exchanging,
    private readonly receiver: RowReceiver = NOBODY,
  ) {}

  /** Begins the transaction with its settings, runs the statement and returns its first rows, in one round trip. */
  open({ sql, parameters }: CompiledQuery, settings: SettingValues, most: number): Promise<Portion> {
    return this.exchange((wire) => {
      begin(wire, settings);
      wire.parse({ text: sql });
      wire.bind({ portal: PORTAL, values: parameters.map(bindPostgreSqlValue) });
      wire.describe({ type: 'P', name: PORTAL });
      wire.execute({ portal: PORTAL, rows: most });
    }, STEPS_BEFORE);
  }

  /** Resolves if the server accepts the statement, which is not run, in a transaction with these settings. */
  async prepare(sql: string, settings: SettingValues): Promise<void> {
    await this.exchange((wire) => {
      begin(wire, settings);
      wire.parse({ text: sql });
      wire.describe({ type: 'S', name: '' });
    }, STEPS_BEFORE);
  }

  /** Returns the next rows, at most `most` of them. */
  fetch(most: number): Promise<Portion> {
    return this.exchange((wire) => {
      wire.execute({ portal: PORTAL, rows: most });
    }, 0);
  }

  private exchange(send: (wire: Wire) => void, steps: number): Promise<Portion> {
    return new Promise((resolve, reject) => {
      this.connection.query(new Exchange(send, steps, this.receiver, { done: resolve, error: reject }));
    });
  }
}

/** Begins a read-only transaction with settings that last until its end. */
function begin(wire: Wire, settings: SettingValues): void {
  wire.parse({ text: 'BEGIN READ ONLY' });
  wire.bind({});
  wire.execute();
  wire.parse({ text: APPLY_SETTINGS });
  wire.bind({ values: settings });
  wire.execute();
}
