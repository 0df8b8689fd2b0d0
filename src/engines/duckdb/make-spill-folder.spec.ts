import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeSpillFolder } from './make-spill-folder';
import { openSandbox } from './open-sandbox';

const ID = '0123456789abcdef0123456789abcdef';
const MANY_TEXTS = `SELECT count(*) AS n, max(place) AS last FROM
  (SELECT row_number() OVER (ORDER BY text) AS place FROM (SELECT md5(i::VARCHAR) AS text FROM range(500000) numbers(i)))`;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spill-test-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function leave(name: string): string {
  const folder = join(dataDir, 'tmp', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'spilled'), '');
  return folder;
}

it('returns a separate folder for each caller, in the folder of the service', async () => {
  const folders = await Promise.all([makeSpillFolder(dataDir), makeSpillFolder(dataDir)]);
  expect(new Set(folders).size).toBe(2);
  expect(folders.map((folder) => join(dataDir, 'tmp', basename(folder)))).toEqual(folders);
});

it('removes the folders of ended processes of this machine, and nothing else', async () => {
  const dead = spawnSync('true').pid;
  const [left, before] = [leave(`${hostname()}-${dead}-${ID}`), leave(`${hostname()}-${process.pid}-${ID}`)];
  const kept = [leave(`${hostname()}-${process.ppid}-${ID}`), leave(`elsewhere-${dead}-${ID}`), leave('other')];
  const own = await makeSpillFolder(dataDir);
  mkdirSync(own);
  await makeSpillFolder(dataDir);
  expect([left, before].filter((folder) => existsSync(folder))).toEqual([]);
  expect([...kept, own].filter((folder) => !existsSync(folder))).toEqual([]);
});

it('separates the files that statements of two engines spill at the same time', async () => {
  const open = () =>
    openSandbox(':memory:', {
      surroundings: { dataDir, workers: 1 },
      furnish: async (instance) => {
        const connection = await instance.connect();
        await connection.run("SET GLOBAL memory_limit = '40MiB'");
        connection.closeSync();
        return [];
      },
    });
  const engines = await Promise.all([open(), open()]);
  const answers = engines.map(async (engine) => {
    const connection = await engine.connect();
    const reader = await connection.runAndReadAll(MANY_TEXTS);
    connection.closeSync();
    return reader.getRowsJson();
  });
  await Promise.any(answers);
  expect(readdirSync(join(dataDir, 'tmp'))).not.toEqual([]);
  expect(await Promise.all(answers)).toEqual([[['500000', '500000']], [['500000', '500000']]]);
  for (const engine of engines) engine.closeSync();
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
}, 60_000);
