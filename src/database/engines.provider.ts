import { createHash } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../config';
import { type Cell, type CompiledQuery, nameKey, type RowStream } from '../model';
import { openEmbeddedEngine, openFilesEngine } from './duckdb/open-embedded-engine';
import { type DuckDbTable } from './duckdb/write-table';
import { type DataSourceConnection, type Engine, type NodeState, type RunOptions } from './engine';
import { openMySqlEngine } from './mysql/open-mysql-engine';
import { Slots } from './running/slots';
import { embeddedSlotCount } from './size-thread-pool';

interface Open {
  /** Both as keys of names. */
  readonly ontology: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly engine: Promise<Engine>;
}

export interface DataSourceNode {
  readonly ontology: string;
  readonly dataSource: string;
  readonly node: number;
  readonly state: NodeState;
}

/** Which data source it is, and what stands for its options. */
interface Mark {
  readonly key: string;
  readonly fingerprint: string;
}

/** The open data sources of all ontologies. */
@Injectable()
export class Engines implements OnApplicationShutdown {
  private readonly embeddedSlots = new Slots(embeddedSlotCount());
  private readonly byKey = new Map<string, Open>();
  private readonly marks = new WeakMap<DataSourceConnection, Mark>();
  private empty: Promise<Engine> | undefined;
  private readonly logger = new Logger('Engines');

  constructor(private readonly environment: Environment) {}

  /** The engine of a data source, opened on first use and again when its options have changed. */
  open(connection: DataSourceConnection): Promise<Engine> {
    const { key, fingerprint } = this.markOf(connection);
    const known = this.byKey.get(key);
    if (known?.fingerprint === fingerprint) return known.engine;
    if (known !== undefined) void this.close(key, known);
    return this.add(key, connection, fingerprint);
  }

  /** The embedded engine without tables, for statements that read no data source. */
  openEmpty(): Promise<Engine> {
    this.empty ??= openEmbeddedEngine(({ openEmpty }) => openEmpty(this.environment), this.embeddedSlots);
    return this.empty;
  }

  /** All rows of a statement over tables that are given with it: for metadata, which are small. */
  async runOver(tables: readonly DuckDbTable[], query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const engine = await openEmbeddedEngine(
      ({ openTables }) => openTables(tables, this.environment),
      this.embeddedSlots,
    );
    try {
      const rows = await engine.run(query, options);
      return { columns: rows.columns, batches: ReadableStream.from(await all(rows)) };
    } finally {
      await engine.close();
    }
  }

  /** The servers of all open data sources. None is named: they are told apart by their places in the definition, from 1. */
  async nodes(): Promise<readonly DataSourceNode[]> {
    const sources = [...this.byKey.values()].map(async ({ ontology, name, engine }) => {
      const { nodeStates = [] } = await engine;
      return nodeStates.map((state, index) => ({ ontology, dataSource: name, node: index + 1, state }));
    });
    const settled = await Promise.allSettled(sources);
    return settled.flatMap((source) => (source.status === 'fulfilled' ? source.value : []));
  }

  /** Closes a data source where it is open; statements that run may end. */
  async release(ontology: string, dataSource: string): Promise<void> {
    const key = keyOf({ ontology, name: dataSource });
    const open = this.byKey.get(key);
    if (open !== undefined) await this.close(key, open);
  }

  /** The data sources that are open, by the keys of their names. */
  opened(): readonly Pick<Open, 'ontology' | 'name'>[] {
    return [...this.byKey.values()];
  }

  /** Closes a data source where it is open with other options than these; statements that run may end. */
  async releaseUnlike(connection: DataSourceConnection): Promise<void> {
    const { key, fingerprint } = this.markOf(connection);
    const open = this.byKey.get(key);
    if (open !== undefined && open.fingerprint !== fingerprint) await this.close(key, open);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.byKey].map(([key, open]) => this.close(key, open)));
    await this.empty?.then((engine) => engine.close());
  }

  private markOf(connection: DataSourceConnection): Mark {
    const known = this.marks.get(connection);
    if (known !== undefined) return known;
    const mark = { key: keyOf(connection), fingerprint: fingerprintOf(connection) };
    this.marks.set(connection, mark);
    return mark;
  }

  private add(key: string, connection: DataSourceConnection, fingerprint: string): Promise<Engine> {
    const engine = this.start(connection);
    const open = { ontology: nameKey(connection.ontology), name: nameKey(connection.name), fingerprint, engine };
    this.byKey.set(key, open);
    engine.catch(() => {
      this.forget(key, open);
    });
    return engine;
  }

  private async start(connection: DataSourceConnection): Promise<Engine> {
    if (connection.type === 'mysql') return openMySqlEngine(connection, this.environment);
    if (connection.type === 'files') return openFilesEngine(connection, this.environment, this.embeddedSlots);
    return openEmbeddedEngine(({ openDuckDbFile }) => openDuckDbFile(connection, this.environment), this.embeddedSlots);
  }

  /** Never rejects: nobody could do anything about an engine that does not end well. */
  private async close(key: string, open: Open): Promise<void> {
    this.forget(key, open);
    const engine = await open.engine.catch(() => undefined);
    try {
      await engine?.close();
    } catch (error) {
      this.logger.warn(`data source "${open.name}" of ontology "${open.ontology}" was not closed in order`, error);
    }
  }

  private forget(key: string, open: Open): void {
    if (this.byKey.get(key) === open) this.byKey.delete(key);
  }
}

async function all({ batches }: RowStream): Promise<readonly (readonly Cell[])[][]> {
  const found: (readonly Cell[])[][] = [];
  for await (const batch of batches) found.push([...batch]);
  return found;
}

function keyOf({ ontology, name }: Pick<DataSourceConnection, 'ontology' | 'name'>): string {
  return JSON.stringify([nameKey(ontology), nameKey(name)]);
}

function fingerprintOf({ type, options }: DataSourceConnection): string {
  const sorted = [...options].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([type, sorted]))
    .digest('hex');
}
