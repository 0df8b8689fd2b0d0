import { type ConnectionOptions } from 'mysql2';
import { type NodeState } from '../engine';
import { Breaker } from './breaker';
import { isNodeAway } from './classify-mysql-error';
import { MySqlPool, type TakenConnection } from './mysql-pool';

/** One server of a data source, with its connections and what is known of its health. */
export class MySqlNode {
  /** Statements that it runs. */
  running = 0;
  readonly pool: MySqlPool;
  private readonly breaker = new Breaker();
  private probing: Promise<this> | undefined;

  constructor(options: ConnectionOptions, size: number) {
    this.pool = new MySqlPool(options, size);
  }

  get state(): NodeState {
    return this.breaker.state;
  }

  /** Whether it is away and a probe may tell that it is back: one is due, or runs. */
  get isProbeable(): boolean {
    return this.probing !== undefined || this.breaker.isDue(Date.now());
  }

  async take(): Promise<TakenConnection> {
    try {
      const taken = await this.pool.take();
      if (!taken.isUsed) this.breaker.succeed();
      return taken;
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** Of a new connection: one that was used before may have been closed while it lay idle, which says nothing of the server. */
  noteFailure(error: unknown): void {
    if (isNodeAway(error)) this.breaker.fail(Date.now());
  }

  /** Asks the server whether it is back; all who ask at the same time share one probe. */
  probe(): Promise<this> {
    this.probing ??= this.attempt().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  private async attempt(): Promise<this> {
    this.breaker.beginProbe();
    try {
      await this.pool.ping();
      this.breaker.succeed();
      return this;
    } catch (error) {
      this.breaker.fail(Date.now());
      throw error;
    }
  }
}
