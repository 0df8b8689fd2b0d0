import { type NodeState } from '../running/engine';
import { Breaker } from './breaker';
import { ClusterRejoin } from './cluster-rejoin';
import { whileAlive } from './while-alive';

/** The most connections, and how long an unused one is kept. */
export interface PoolBounds {
  readonly size: number;
  readonly idleMs: number;
}

export interface TakenConnection<Connection> {
  readonly connection: Connection;
  /** Whether it was used before, so that it may have died since. */
  readonly isUsed: boolean;
}

/** The connections to one server. */
export interface NodePool<Connection> {
  take(): Promise<TakenConnection<Connection>>;
  /** Resolves when the server accepts a new connection and responds on it, whatever the state of idle connections. Rejects after 1.5 s. */
  ping(): Promise<void>;
  /** Resolves like `ping`, but only if the server also accepts statements. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** What the errors of a driver mean for its server. */
export interface NodeErrors {
  /** Returns whether the server cannot be reached or accepts no statements, so that another one may be tried. */
  isNodeAway(error: unknown): boolean;
  /** Returns whether the server rejected a statement, without running it, because it will accept statements again within seconds. */
  isOutOfCluster(error: unknown): boolean;
  /** Returns the error of a ping if the server did not respond at all, not even with an error; undefined if it responded. */
  silenceOf(ping: Promise<unknown>): Promise<Error | undefined>;
}

/** A connection to one of the servers. */
export interface TakenNode<Connection, Pool extends NodePool<Connection>> extends TakenConnection<Connection> {
  readonly node: Node<Connection, Pool>;
}

/** One server of a data source, with its connections and its health. */
export class Node<Connection, Pool extends NodePool<Connection>> {
  private readonly breaker = new Breaker();
  private readonly rejoin: ClusterRejoin;
  private count = 0;
  private probing: Promise<this> | undefined;
  private pinging: Promise<Error | undefined> | undefined;

  constructor(
    readonly pool: Pool,
    private readonly errors: NodeErrors,
  ) {
    this.rejoin = new ClusterRejoin((error) => errors.isOutOfCluster(error));
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
  take(): Promise<TakenNode<Connection, Pool>> {
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
    const { errors } = this;
    if (errors.isOutOfCluster(error) || (!isUsed && errors.isNodeAway(error))) this.breaker.fail(Date.now());
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
    this.pinging ??= this.errors.silenceOf(this.pool.ping()).then((silence) => {
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
