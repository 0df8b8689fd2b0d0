import { type Environment } from '../config';
import { type CompiledQuery, type DialectName, type RowStream } from '../model';
import { type Engine, type NodeState, type RunOptions } from './running/engine';

/** The setting of the fast path of each engine. */
const FAST_PATHS = {
  mysql: 'mysqlPrintPackets',
  duckdb: 'duckdbReadMemory',
  postgresql: 'postgresqlPrintMessages',
} as const satisfies Readonly<Record<DialectName, keyof Environment>>;

type FastPaths = Pick<Environment, (typeof FAST_PATHS)[DialectName]>;

/**
 * Returns the engine with its fast path, or without it if the setting of the engine is off. The fast path is the methods `runFast`, `print`,
 * `printPage` and `pack`, which make rows of the bytes of the driver. Without it, the same rows are made of the values that `run` returns.
 */
export function choosePath(engine: Engine, settings: FastPaths): Engine {
  return settings[FAST_PATHS[engine.dialect]] ? engine : new PlainEngine(engine);
}

/** An engine that returns values only. */
class PlainEngine implements Engine {
  readonly dialect: Engine['dialect'];

  constructor(private readonly engine: Engine) {
    this.dialect = engine.dialect;
  }

  get nodeStates(): readonly NodeState[] {
    return this.engine.nodeStates ?? [];
  }

  get isIdle(): boolean {
    return this.engine.isIdle;
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.engine.run(query, options);
  }

  prepare(sql: string, options: RunOptions): Promise<void> {
    return this.engine.prepare(sql, options);
  }

  async refresh(): Promise<void> {
    await this.engine.refresh?.();
  }

  ping(): Promise<void> {
    return this.engine.ping();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
