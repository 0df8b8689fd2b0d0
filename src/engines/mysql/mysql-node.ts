import { type ConnectionOptions } from 'mysql2';
import { type NodeState } from '../running/engine';
import { Breaker } from './breaker';
import { isNodeAway } from './classify-mysql-error';
import { MySqlPool, type PoolBounds, type TakenConnection } from './mysql-pool';
import { isOutOfCluster, ClusterRejoin } from './cluster-rejoin';
import { silenceOf, whileAlive } from './while-alive';

/** A connection to one of the servers. */
export interface TakenNode extends TakenConnection {
  readonly node: MySqlNode;
}

/** One server of a data source, with its connections and its health. */
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

  /** Whether the server is unavailable, and a probe is due or running. */
  get isProbeable(): boolean {
    return this.probing !== undefined || this.breaker.isDue(Date.now());
  }

  /** The number of statements that run or that wait for a connection. */
  get running(): number {
    return this.count;
  }

  /** Whether the server has just left its cluster and may rejoin it within seconds. */
  get isRejoining(): boolean {
    return this.rejoin.isNear;
  }

  /** Returns a connection. The caller calls `leave` once when it no longer needs it, but not if this call rejects. */
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

  /**
   * Records a failure. A lost connection that was used before does not count, because it may have been closed while it was idle; a response
   * of the server does.
   */
  noteFailure(error: unknown, isUsed: boolean): void {
    this.rejoin.noteFailure(error);
    if (isOutOfCluster(error) || (!isUsed && isNodeAway(error))) this.breaker.fail(Date.now());
  }

  /** Probes whether the server is available again; concurrent callers share one probe. */
  probe(): Promise<this> {
    this.probing ??= this.attempt().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  /** Returns `answer`, a response of this server. Rejects if the server hangs; then no statement goes to it until a probe succeeds. */
  whileAlive<T>(answer: Promise<T>): Promise<T> {
    const noted = answer.then((value) => {
      this.breaker.noteAnswer();
      this.rejoin.succeed();
      return value;
    });
    return whileAlive(noted, () => this.findSilence());
  }

  /** Pings the server; concurrent callers share one ping. */
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
