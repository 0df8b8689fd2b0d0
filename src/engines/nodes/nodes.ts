import { setTimeout as sleep } from 'node:timers/promises';
import { type NodeState } from '../running/engine';
import { REJOIN_STEP_MS } from './cluster-rejoin';
import { Node, type NodeErrors, type NodePool, type TakenNode } from './node';

/** The servers of one data source. A read goes to the available server that runs the fewest statements. */
export class Nodes<Connection, Pool extends NodePool<Connection>> {
  private readonly nodes: readonly Node<Connection, Pool>[];
  private turn = 0;

  constructor(
    pools: readonly Pool[],
    private readonly errors: NodeErrors,
  ) {
    this.nodes = pools.map((pool) => new Node(pool, errors));
  }

  /** The states in the order in which the servers are defined. Server names are not exposed. */
  get states(): readonly NodeState[] {
    return this.nodes.map(({ state }) => state);
  }

  /**
   * Returns a connection to any available server; to `avoided` only if no other is available. Waits while a cluster counts its votes again.
   */
  take(avoided?: Node<Connection, Pool>): Promise<TakenNode<Connection, Pool>> {
    return this.takeAny(avoided).catch(async (error: unknown) => {
      if (!this.nodes.some(({ isRejoining }) => isRejoining)) throw error;
      await sleep(REJOIN_STEP_MS);
      return this.take(avoided);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map(({ pool }) => pool.close()));
  }

  private takeAny(avoided: Node<Connection, Pool> | undefined): Promise<TakenNode<Connection, Pool>> {
    const [only, ...others] = this.nodes;
    if (only?.state === 'closed' && others.length === 0) return only.take();
    return this.takeInTurn(avoided);
  }

  private async takeInTurn(avoided: Node<Connection, Pool> | undefined): Promise<TakenNode<Connection, Pool>> {
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
        if (!this.errors.isNodeAway(error)) throw error;
        failure = error as Error;
      }
    }
  }

  private pick(
    untried: ReadonlySet<Node<Connection, Pool>>,
    avoided: Node<Connection, Pool> | undefined,
  ): Node<Connection, Pool> | undefined {
    const [only, ...others] = untried;
    if (others.length === 0) return only?.state === 'closed' ? only : undefined;
    const first = this.turn++ % this.nodes.length;
    const inTurn = [...this.nodes.slice(first), ...this.nodes.slice(0, first)];
    const cost = (node: Node<Connection, Pool>): number => (node === avoided ? Number.MAX_SAFE_INTEGER : node.running);
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
function revive<Connection, Pool extends NodePool<Connection>>(
  untried: ReadonlySet<Node<Connection, Pool>>,
): Promise<Node<Connection, Pool> | undefined> {
  const probes = [...untried].filter(({ isProbeable }) => isProbeable).map((node) => node.probe());
  return Promise.any(probes).catch(() => undefined);
}
