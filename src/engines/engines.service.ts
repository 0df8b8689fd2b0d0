import { createHmac, randomBytes } from 'node:crypto';
import { type Server } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { Injectable, Logger, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../config';
import { type Cell, type CompiledQuery, type DataSourceType, nameKey, type RowStream } from '../model';
import { type DuckDbEngine } from './duckdb/duckdb-engine';
import { KeptStatements } from './duckdb/prepared-statements';
import { openEmbeddedEngine, openFilesEngine } from './duckdb/open-embedded-engine';
import { type RefusedCall } from './duckdb/refused-functions';
import { type DuckDbTable } from './duckdb/write-table';
import { choosePath } from './fast-paths';
import { type DataSourceConnection, type Engine, type NodeState, type RunOptions } from './running/engine';
import { openMySqlEngine } from './mysql/open-mysql-engine';
import { Reach } from './nodes/reach';
import { openPostgreSqlEngine } from './postgresql/open-postgresql-engine';
import { ObservedEngine } from './running/observed-engine';
import { openAlike } from './running/proof';
import { AllSourceFigures, SourceFigures } from './running/source-figures';
import { Slots } from './running/statements';
import { embeddedSlotCount } from './size-thread-pool';

/** The name of a data source; both parts are name keys. */
interface DataSourceName {
  readonly ontology: string;
  readonly name: string;
}

/** A data source that uses an engine, and the engine as it sees it. */
interface EngineUser extends DataSourceName {
  readonly isTrial: boolean;
  readonly engine: Promise<Engine>;
}

/** An engine and the data sources that use it, which have the same type and options. */
interface Open {
  readonly fingerprint: string;
  readonly engine: Promise<Engine>;
  readonly users: Map<string, EngineUser>;
  lastUsed: number;
}

export interface DataSourceNode {
  readonly ontology: string;
  readonly dataSource: string;
  readonly node: number;
  readonly state: NodeState;
}

/** What this process knows of a data source that it has used, without asking it. */
export interface SourceCondition {
  readonly figures: SourceFigures;
  /** The breaker states of its servers; none for an embedded one. Absent unless it is open. */
  readonly nodeStates?: readonly NodeState[];
}

/** The key of a data source, and the fingerprint of its options. */
interface Mark {
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * The open data sources of all ontologies. Data sources with the same type and options, including secrets, share one engine with its
 * connections, even across ontologies; one with a different password shares nothing.
 */
@Injectable()
export class EnginesService implements OnApplicationShutdown {
  private readonly share = { slots: new Slots(embeddedSlotCount()), kept: new KeptStatements() };
  private readonly byFingerprint = new Map<string, Open>();
  private readonly byKey = new Map<string, Open>();
  private readonly allFigures = new AllSourceFigures();
  private readonly marks = new WeakMap<DataSourceConnection, Mark>();
  private readonly markKey = randomBytes(32);
  private empty: Promise<DuckDbEngine> | undefined;
  private readonly logger = new Logger('Engines');

  /** The functions that open an engine, by type of data source. */
  private readonly openers: Readonly<Record<DataSourceType, (connection: DataSourceConnection) => Promise<Engine>>> = {
    mysql: async (connection) => openMySqlEngine(connection, this.environment, this.reach),
    postgresql: async (connection) => openPostgreSqlEngine(connection, this.environment, this.reach),
    files: (connection) => openFilesEngine(connection, this.environment, this.share),
    duckdb: (connection) =>
      openEmbeddedEngine(({ openDuckDbFile }) => openDuckDbFile(connection, this.environment), this.share),
  };

  private readonly reach: Reach;

  constructor(
    private readonly environment: Environment,
    @Optional() host?: HttpAdapterHost,
  ) {
    this.reach = new Reach(environment.allowedDataSourceHosts, () => portsOf(host));
  }

  /** Returns the engine of a data source. Opens it on first use, and again when its options have changed. */
  open(connection: DataSourceConnection): Promise<Engine> {
    const { key, fingerprint } = this.markOf(connection);
    const known = this.byKey.get(key);
    const user = known?.fingerprint === fingerprint ? known.users.get(key) : undefined;
    if (known !== undefined && user !== undefined) {
      known.lastUsed = Date.now();
      return user.engine;
    }
    if (known !== undefined) void this.leave(key, known);
    const open = this.byFingerprint.get(fingerprint) ?? this.add(connection, fingerprint);
    open.lastUsed = Date.now();
    this.byKey.set(key, open);
    return this.observe(connection, key, open);
  }

  /** Returns a keyed hash of the type and all options of a data source, from which none of them can be read. */
  fingerprintOf(connection: DataSourceConnection): string {
    return this.markOf(connection).fingerprint;
  }

  /** Returns the embedded engine without tables, for statements that read no data source. */
  async openEmpty(): Promise<Engine> {
    return choosePath(await this.withoutTables(), this.environment);
  }

  /**
   * Returns the first call, in the SQL of a mapping `WITHOUT PARSING`, of a DuckDB table function that mappings may not call: a statement
   * with this call would be rejected. The embedded engine lists the functions, so that no data source is opened.
   */
  async findRefusedCall(text: string): Promise<RefusedCall | undefined> {
    return (await this.withoutTables()).findRefusedCall(text);
  }

  /** Runs a query over the tables that are passed with it, and returns all rows. For metadata, which are small. */
  async runOver(tables: readonly DuckDbTable[], query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const engine = await openEmbeddedEngine(({ openTables }) => openTables(tables, this.environment), this.share);
    try {
      const rows = await engine.run(query, options);
      return { columns: rows.columns, batches: ReadableStream.from(await all(rows)) };
    } finally {
      await engine.close();
    }
  }

  /**
   * Returns the servers of all open data sources; those of a shared engine are repeated for each data source. Servers are numbered from 1
   * by their position in the definition; their names are not returned.
   */
  async nodes(): Promise<readonly DataSourceNode[]> {
    const engines = [...this.byFingerprint.values()].map(async ({ engine, users }) => {
      const { nodeStates = [] } = await engine;
      const named = [...users.values()].filter(({ isTrial }) => !isTrial);
      return named.flatMap(({ ontology, name }) =>
        nodeStates.map((state, index) => ({ ontology, dataSource: name, node: index + 1, state })),
      );
    });
    const settled = await Promise.allSettled(engines);
    return settled.flatMap((nodes) => (nodes.status === 'fulfilled' ? nodes.value : []));
  }

  /** Returns what the statements of each data source have done since it was opened. Data sources of a shared engine are counted apart. */
  figures(): readonly SourceFigures[] {
    return this.allFigures.list();
  }

  /** Returns the condition of a data source; undefined if it was not used since it was defined or last closed. Both parts are name keys. */
  async conditionOf(ontology: string, name: string): Promise<SourceCondition | undefined> {
    const key = keyOf({ ontology, name });
    const figures = this.allFigures.find(key);
    if (figures === undefined) return undefined;
    const engine = await this.byKey.get(key)?.engine.catch(() => undefined);
    return { figures, ...(engine && { nodeStates: engine.nodeStates ?? [] }) };
  }

  /** Detaches a data source from its engine, and closes the engine when no other data source uses it; running statements may finish. */
  async release(ontology: string, dataSource: string): Promise<void> {
    const key = keyOf({ ontology, name: dataSource });
    const open = this.byKey.get(key);
    this.allFigures.forget(key);
    if (open !== undefined) await this.leave(key, open);
  }

  /** Returns the data sources that have figures, by the keys of their names: those that are open, could not be opened, or were redefined. */
  opened(): readonly DataSourceName[] {
    return this.allFigures.list().map(({ ontology, dataSource }) => ({ ontology, name: dataSource }));
  }

  /** Releases a data source if it is open with options other than these. */
  async releaseUnlike(connection: DataSourceConnection): Promise<void> {
    const { key, fingerprint } = this.markOf(connection);
    const open = this.byKey.get(key);
    if (open !== undefined && open.fingerprint !== fingerprint) await this.leave(key, open);
  }

  /** Closes the engines that were not used for `DATA_SOURCE_IDLE_MS`; the next statement opens them again. */
  async releaseIdle(): Promise<void> {
    const before = Date.now() - this.environment.dataSourceIdleMs;
    this.allFigures.forgetUnused(before, (key) => this.byKey.has(key));
    const unused = [...this.byFingerprint.values()].filter(({ lastUsed }) => lastUsed < before);
    await Promise.all(
      unused.map(async (open) => {
        const engine = await open.engine.catch(() => undefined);
        if (engine?.isIdle === true && open.lastUsed < before) await this.close(open);
      }),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.byFingerprint.values()].map((open) => this.close(open)));
    await this.empty?.then((engine) => engine.close());
  }

  private withoutTables(): Promise<DuckDbEngine> {
    this.empty ??= openEmbeddedEngine(({ openEmpty }) => openEmpty(this.environment), this.share);
    return this.empty;
  }

  private markOf(connection: DataSourceConnection): Mark {
    const known = this.marks.get(connection);
    if (known !== undefined) return known;
    const mark = { key: keyOf(connection), fingerprint: this.digest(connection) };
    this.marks.set(connection, mark);
    return mark;
  }

  private digest({ type, options }: DataSourceConnection): string {
    const sorted = [...options].sort(([a], [b]) => (a < b ? -1 : 1));
    return createHmac('sha256', this.markKey)
      .update(JSON.stringify([type, sorted]))
      .digest('hex');
  }

  /** Makes a data source a user of an engine. */
  private observe(connection: DataSourceConnection, key: string, open: Open): Promise<Engine> {
    const name = { ontology: nameKey(connection.ontology), name: nameKey(connection.name) };
    const { trialOf } = connection;
    const isTrial = trialOf !== undefined;
    const figures = isTrial ? new SourceFigures(name.ontology, nameKey(trialOf)) : this.allFigures.of(key, name);
    const { slowStatementMs } = this.environment;
    const source = { figures, slowStatementMs, database: connection.options.get('database') };
    const engine = open.engine.then((shared) => new ObservedEngine(shared, source));
    engine.catch((error: unknown) => {
      figures.countError(error);
    });
    open.users.set(key, { ...name, isTrial, engine });
    return engine;
  }

  private add(connection: DataSourceConnection, fingerprint: string): Open {
    const engine = openAlike(async () => choosePath(await this.openers[connection.type](connection), this.environment));
    const open: Open = { fingerprint, engine, users: new Map(), lastUsed: 0 };
    this.byFingerprint.set(fingerprint, open);
    open.engine.catch(() => {
      this.forget(open);
    });
    return open;
  }

  /** Detaches a data source from an engine, and closes the engine if it was the last one. */
  private async leave(key: string, open: Open): Promise<void> {
    this.byKey.delete(key);
    open.users.delete(key);
    if (open.users.size === 0) await this.close(open);
  }

  /** Closes an engine. Never rejects, because no caller could handle the error: it is logged. */
  private async close(open: Open): Promise<void> {
    const names = [...open.users.values()].map(({ ontology, name }) => `"${name}" of ontology "${ontology}"`);
    for (const key of open.users.keys()) this.allFigures.forget(key);
    this.forget(open);
    const engine = await open.engine.catch(() => undefined);
    try {
      await engine?.close();
    } catch (error) {
      this.logger.warn(`could not close an engine, last used by ${names.join(', ') || 'none'}`, error);
    }
  }

  private forget(open: Open): void {
    if (this.byFingerprint.get(open.fingerprint) === open) this.byFingerprint.delete(open.fingerprint);
    for (const key of open.users.keys()) if (this.byKey.get(key) === open) this.byKey.delete(key);
    open.users.clear();
  }
}

/** Returns the ports that this service listens on; none in a tool, or before it listens. */
function portsOf(host: HttpAdapterHost | undefined): readonly number[] {
  const adapter = host?.httpAdapter as { getHttpServer(): Server } | null | undefined;
  const address = adapter?.getHttpServer().address();
  return typeof address === 'object' && address !== null ? [address.port] : [];
}

async function all({ batches }: RowStream): Promise<readonly (readonly Cell[])[][]> {
  const found: (readonly Cell[])[][] = [];
  for await (const batch of batches) found.push([...batch]);
  return found;
}

function keyOf({ ontology, name }: Pick<DataSourceConnection, 'ontology' | 'name'>): string {
  return JSON.stringify([nameKey(ontology), nameKey(name)]);
}
