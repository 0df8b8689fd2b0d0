import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions } from 'mysql2';
import { type NodeState } from '../running/engine';
import { type Abilities, probeAbilities } from './abilities';
import { isNodeAway } from './classify-mysql-error';
import { MySqlNode, type TakenNode } from './mysql-node';
import { orDestroy } from './ask-server';
import { type PoolBounds } from './mysql-pool';
import { killStatement } from './recognize-product';
import { REJOIN_STEP_MS } from './cluster-rejoin';

/** Settings of all servers of a data source. */
interface NodeSettings extends PoolBounds {
  readonly repeatsExecutions: boolean;
}

/** The servers of one data source. A read goes to the available server that runs the fewest statements. */
export class MySqlNodes {
  private readonly nodes: readonly MySqlNode[];
  private turn = 0;
  private known: Abilities | undefined;
  private probing: Promise<Abilities> | undefined;

  /** Whether `repeatExecution`, not the driver, executes statements that a connection keeps prepared. */
  readonly repeatsExecutions: boolean;

  constructor(servers: readonly ConnectionOptions[], { repeatsExecutions, ...bounds }: NodeSettings) {
    this.repeatsExecutions = repeatsExecutions;
    this.nodes = servers.map((options) => new MySqlNode(options, bounds));
  }

  /** The states in the order in which the servers are defined. Server names are not exposed. */
  get states(): readonly NodeState[] {
    return this.nodes.map(({ state }) => state);
  }

  /**
   * Returns a connection to any available server; to `avoided` only if no other is available. Waits while a cluster counts its votes again.
   */
  take(avoided?: MySqlNode): Promise<TakenNode> {
    return this.takeAny(avoided).catch(async (error: unknown) => {
      if (!this.nodes.some(({ isRejoining }) => isRejoining)) throw error;
      await sleep(REJOIN_STEP_MS);
      return this.take(avoided);
    });
  }

  /** Resolves when one of the servers responds. */
  async ping(): Promise<void> {
    const { node, connection } = await this.take();
    try {
      await orDestroy(connection, connection.promise().ping());
      connection.release();
    } finally {
      node.leave();
    }
  }

  /** Resolves when one of the servers has prepared the statement. Rejects after `limitMs`. */
  async prepare(sql: string, limitMs: number): Promise<void> {
    const { node, connection } = await this.take();
    try {
      await orDestroy(connection, connection.promise().prepare(sql), limitMs);
      connection.unprepare(sql);
      connection.release();
    } finally {
      node.leave();
    }
  }

  /** The capabilities of the servers, if they are already known. */
  get knownAbilities(): Abilities | undefined {
    return this.known;
  }

  /** Probes the capabilities of the servers; concurrent callers share one probe. */
  abilities(): Promise<Abilities> {
    this.probing ??= this.probe()
      .then((abilities) => (this.known = abilities))
      .finally(() => (this.probing = undefined));
    return this.probing;
  }

  /** Stops the running statement of a connection, and destroys the connection. */
  discard({ node, connection }: TakenNode): Promise<void> {
    return node.pool.discard(connection, killStatement(this.known?.product, connection.threadId));
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(({ pool }) => pool.close()));
  }

  private takeAny(avoided: MySqlNode | undefined): Promise<TakenNode> {
    const [only, ...others] = this.nodes;
    if (only?.state === 'closed' && others.length === 0) return only.take();
    return this.takeInTurn(avoided);
  }

  private async takeInTurn(avoided: MySqlNode | undefined): Promise<TakenNode> {
    this.probeThoseAway();
    const untried = new Set(this.nodes);
    let failure: Error | undefined;
    for (;;) {
      const node = this.pick(untried, avoided) ?? (await revive(untried));
      if (node === undefined) throw failure ?? noServer();
      untried.delete(node);
      try {
        return await node.take();
      } catch (error) {
        if (!isNodeAway(error)) throw error;
        failure = error as Error;
      }
    }
  }

  private async probe(avoided?: MySqlNode): Promise<Abilities> {
    const { node, connection } = await this.take(avoided);
    try {
      const abilities = await orDestroy(connection, probeAbilities(connection));
      connection.release();
      return abilities;
    } catch (error) {
      if (avoided !== undefined || !isNodeAway(error)) throw error;
      return await this.probe(node);
    } finally {
      node.leave();
    }
  }

  private pick(untried: ReadonlySet<MySqlNode>, avoided: MySqlNode | undefined): MySqlNode | undefined {
    const [only, ...others] = untried;
    if (others.length === 0) return only?.state === 'closed' ? only : undefined;
    const first = this.turn++ % this.nodes.length;
    const inTurn = [...this.nodes.slice(first), ...this.nodes.slice(0, first)];
    const cost = (node: MySqlNode): number => (node === avoided ? Number.MAX_SAFE_INTEGER : node.running);
    const [best] = inTurn
      .filter((node) => untried.has(node) && node.state === 'closed')
      .toSorted((a, b) => cost(a) - cost(b));
    return best;
  }

  /**
   * Starts the probes that are due, without waiting. Statements go to the other servers meanwhile, and wait for a probe only if no other
   * server is available.
   */
  private probeThoseAway(): void {
    for (const node of this.nodes) if (node.isProbeable) node.probe().catch(() => undefined);
  }
}

function noServer(): Error {
  return Object.assign(new Error('no server of the data source can be reached'), { fatal: true });
}

/** Returns the first of these servers that is available again; undefined if none is. */
function revive(untried: ReadonlySet<MySqlNode>): Promise<MySqlNode | undefined> {
  const probes = [...untried].filter(({ isProbeable }) => isProbeable).map((node) => node.probe());
  return Promise.any(probes).catch(() => undefined);
}
