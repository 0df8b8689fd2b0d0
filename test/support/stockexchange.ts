import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMySqlScript } from './mysql-script';
import { onBothEngines, type SampleDatabase } from './sample-databases';
import { TEST_DATA_DIR } from './services';

export const STOCKEXCHANGE = 'ontop-stockexchange';

const SCRIPT = 'dump/stockexchange-create-mysql.sql';
const CASES = 'testcases-docker/virtual-mode/stockexchange';
const GROUPS = ['datatypes', 'filters', 'modifiers', 'simplecq'];

/** Returns the stock exchange of Ontop's tests: 9 tables with few rows. */
export function stockexchange(): SampleDatabase {
  return onBothEngines(readMySqlScript(withArchive((read) => read(SCRIPT))));
}

/** Returns the published number of rows of each case, by `<group>/<case>`; -1 for a rejected statement. */
export function publishedSizes(): Readonly<Record<string, number>> {
  return withArchive((read) => {
    const names = GROUPS.flatMap((group) => {
      const manifest = read(`${CASES}/${group}/manifest-mysql.ttl`);
      return [...manifest.matchAll(/mf:result\s+<([\w-]+)\.ttl>/g)].map(([, name]) => `${group}/${name}`);
    });
    return Object.fromEntries(names.map((name) => [name, sizeIn(read(`${CASES}/${name}.ttl`))]));
  });
}

function sizeIn(result: string): number {
  return Number(/rsi:size\s+"(-?\d+)"/.exec(result)?.[1]);
}

function withArchive<T>(use: (read: (path: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'test-stockexchange-'));
  try {
    execFileSync('tar', ['-xzf', join(TEST_DATA_DIR, STOCKEXCHANGE, 'stockexchange.tgz'), '-C', folder]);
    return use((path) => readFileSync(join(folder, path), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
