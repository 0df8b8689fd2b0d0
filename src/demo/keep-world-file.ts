import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeOwnFolder } from '../config';
import { writeDuckDbFile } from '../engines';
import { readWorld } from './read-world';
import { tabulateWorld } from './tabulate-world';

/** Creates the DuckDB file of the demo unless it exists. Calls `report` for each slow step. */
export async function keepWorldFile(path: string, report: (line: string) => void): Promise<void> {
  if (existsSync(path)) return;
  const start = performance.now();
  report('loading the demo data (first start only): countries and cities of the world');
  const world = await readWorld();
  makeOwnFolder(dirname(path));
  await writeDuckDbFile(path, tabulateWorld(world));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  report(`loaded ${world.countries.length} countries and ${world.cities.length} cities in ${seconds} s`);
}
