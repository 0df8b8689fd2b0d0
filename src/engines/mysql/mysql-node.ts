import { type ConnectionOptions } from 'mysql2';
import { type NodeState } from '../running/engine';
import { Breaker } from './breaker';
import { isNodeAway } from './classify-mysql-error';
import { MySqlPool, type PoolBounds, type TakenConnection } from './mysql-pool';
import { isOutOfCluster, ClusterRejoin } from './cluster-rejoin';
import { silenceOf, whileAlive } from './while-alive';

/** A connection of one of the servers. */
export interface TakenNode extends TakenConnection {
  readonly node: MySqlNode;
}

/** One server of a data source, with its connections and what is known of its health. */
export class MySqlNode {
  readonly pool: MySqlPool;
  private readonly breaker = new Breaker();
  private readonly rejoin = new ClusterRejoin();
  private count = 0;
  private probing: Promise<this> | undefined;
  private pinging: Promise<Error | undefined> | undefined;

  constructor(options: ConnectionOptions, bounds: PoolBounds) {
    this.pool = new MySqlPool(options, bounds);
  }

  get state(): NodeState {
    return this.breaker.state;
  }

  /** Whether it is away and a probe may tell that it is back: one is due, or runs. */
  get isProbeable(): boolean {
    return this.probing !== undefined || this.breaker.isDue(Date.now());
  }

  /** Statements that it runs, or that wait for a connection to it. */
  get running(): number {
    return this.count;
  }

  /** Whether it has just left its cluster, and may be back in it within seconds. */
  get isReuniting(): boolean {
    return this.rejoin.isNear;
  }

  /** Until `leave`, which whoever takes calls once. */
  take(): Promise<TakenNode> {
    this.count++;
    return this.pool.take().then(
      ({ connection, isUsed }) => {
        if (!isUsed) this.succeed();
        return { node: this, connection, isUsed };
      },
      (error: unknown) => {
        this.leave();
        this.noteFailure(error, false);
        throw error;
      },
    );
  }

  leave(): void {
    this.count--;
  }

  /** A connection that was used before may have been closed while it lay idle, which says nothing of the server; its answers do. */
  noteFailure(error: unknown, isUsed: boolean): void {
    this.rejoin.noteFailure(error);
    if (isOutOfCluster(error) || (!isUsed && isNodeAway(error))) this.breaker.fail(Date.now());
  }

  /** Asks the server whether it is back; all who ask at the same time share one probe. */
  probe(): Promise<this> {
    this.probing ??= this.attempt().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  /** `answer` of this server; rejects where it is found hanging, and no statement goes there then until a probe says that it is back. */
  whileAlive<T>(answer: Promise<T>): Promise<T> {
    const noted = answer.then((value) => {
      this.breaker.noteAnswer();
      this.rejoin.succeed();
      return value;
    });
    return whileAlive(noted, () => this.findSilence());
  }

  /** All who wait share one ping. */
  private findSilence(): Promise<Error | undefined> {
    this.pinging ??= silenceOf(this.pool.ping()).then((silence) => {
      this.pinging = undefined;
      if (silence !== undefined) this.breaker.open(Date.now());
      return silence;
    });
    return this.pinging;
  }

  private succeed(): void {
    this.breaker.succeed();
    this.rejoin.succeed();
  }

  private async attempt(): Promise<this> {
    this.breaker.beginProbe();
    try {
      await this.pool.probe();
      this.succeed();
      return this;
    } catch (error) {
      this.rejoin.noteFailure(error);
      this.breaker.fail(Date.now());
      throw error;
    }
  }
}
