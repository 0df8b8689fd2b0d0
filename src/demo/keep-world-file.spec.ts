import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepWorldFile } from './keep-world-file';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'world-file-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates the file once, with progress reports, and never changes it again', async () => {
  const path = join(folder, 'sources/world.duckdb');
  const lines: string[] = [];
  await keepWorldFile(path, (line) => lines.push(line));
  const made = await stat(path);
  expect(await readdir(join(folder, 'sources'))).toEqual(['world.duckdb']);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^loaded 250 countries and 135233 cities in [0-9.]+ s$/);

  await keepWorldFile(path, (line) => lines.push(line));
  expect(lines).toHaveLength(2);
  expect((await stat(path)).mtimeMs).toBe(made.mtimeMs);
});
