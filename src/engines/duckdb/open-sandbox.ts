import { availableParallelism, totalmem } from 'node:os';
import { DuckDBInstance, quotedString } from '@duckdb/node-api';
import { type Environment } from '../../config';
import { classifyDuckDbError } from './classify-duckdb-error';
import { STREAM_SETTING } from './duckdb-connections';
import { makeSpillFolder } from './make-spill-folder';
import { registerTextRoom } from './text-room';

const MEGABYTE = 2 ** 20;
const SMALLEST_MEMORY = 256 * MEGABYTE;
const LARGEST_MEMORY = 4 * 1024 * MEGABYTE;

const SETTINGS: readonly string[] = [
  'autoinstall_known_extensions = false',
  'autoload_known_extensions = false',
  'allow_community_extensions = false',
  "default_null_order = 'nulls_first_on_asc_last_on_desc'",
  'ieee_floating_point_ops = false',
  "TimeZone = 'UTC'",
];

/** The data directory, which contains the spill files, and the number of processes that share the memory. */
export type Surroundings = Pick<Environment, 'dataDir' | 'workers'>;

export interface Sandbox {
  readonly surroundings: Surroundings;
  /** Sets up the instance before access is restricted; resolves with the files, and patterns of files, that statements may read. */
  readonly furnish?: (instance: DuckDBInstance) => Promise<readonly string[]>;
}

/**
 * Opens a DuckDB that reads `path` (or, for `:memory:`, what `furnish` sets up) and nothing else on the disk. Statements cannot change its
 * settings, except the size of their own stream buffer.
 */
export async function openSandbox(path: string, sandbox: Sandbox): Promise<DuckDBInstance> {
  const { dataDir, workers } = sandbox.surroundings;
  const instance = await create(path, workers);
  try {
    await set(instance, [...SETTINGS, `temp_directory = ${quotedString(await makeSpillFolder(dataDir))}`]);
    await addFunctions(instance);
    const readable = (await sandbox.furnish?.(instance)) ?? [];
    const locks = [`allowed_configs = [${quotedString(STREAM_SETTING)}]`, 'lock_configuration = true'];
    await set(instance, [...doors(readable), ...locks]);
    return instance;
  } catch (error) {
    instance.closeSync();
    throw classifyDuckDbError(error);
  }
}

async function addFunctions(instance: DuckDBInstance): Promise<void> {
  const connection = await instance.connect();
  registerTextRoom(connection, threadCount());
  connection.disconnectSync();
}

function threadCount(): number {
  return Math.max(1, availableParallelism());
}

function create(path: string, workers: number): Promise<DuckDBInstance> {
  const opening = DuckDBInstance.create(path, {
    access_mode: path === ':memory:' ? 'AUTOMATIC' : 'READ_ONLY',
    threads: String(threadCount()),
    memory_limit: `${Math.floor(memoryLimit(workers) / MEGABYTE)}MiB`,
  });
  return opening.catch((error: unknown) => {
    throw classifyDuckDbError(error);
  });
}

function doors(readable: readonly string[]): readonly string[] {
  const paths = readable.map((path) => quotedString(path)).join(', ');
  return [`allowed_paths = [${paths}]`, 'enable_external_access = false'];
}

async function set(instance: DuckDBInstance, settings: readonly string[]): Promise<void> {
  const connection = await instance.connect();
  for (const setting of settings) await connection.run(`SET GLOBAL ${setting}`);
  connection.disconnectSync();
}

/** Returns a quarter of this process's share of the memory, within bounds, in bytes. */
function memoryLimit(workers: number): number {
  const limit = process.constrainedMemory();
  const available = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.min(LARGEST_MEMORY, Math.max(SMALLEST_MEMORY, available / 4 / workers));
}
