import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { keepWorldFile } from '../../src/demo/keep-world-file';

/**
 * Places the data of the demo in an empty data folder, where a start would need seconds to load them. The first call of a run of jest
 * loads them, all calls copy its file. Does nothing in runs without shared files: the start then loads the data.
 */
export async function placeDemoWorld(dataDir: string): Promise<void> {
  const shared = process.env.SHARED_TEST_FILES;
  if (shared === undefined) return;
  const loaded = join(shared, 'world.duckdb');
  if (!existsSync(loaded)) {
    const own = join(shared, `world-${process.pid}`, 'world.duckdb');
    await keepWorldFile(own, () => undefined);
    renameSync(own, loaded);
  }
  mkdirSync(join(dataDir, 'sources'), { mode: 0o700 });
  copyFileSync(loaded, join(dataDir, 'sources', 'world.duckdb'));
}
