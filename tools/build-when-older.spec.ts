import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROGRAM = join(__dirname, 'build-when-older.cjs');
/** Stands in for the compiler of Nest: it notes its call and exits with the status in a file. */
const COMPILER = `const fs = require('node:fs');
  const status = Number(fs.readFileSync('status', 'utf8'));
  fs.appendFileSync('calls', process.argv[2] + '\\n');
  if (status === 0) { fs.mkdirSync('dist/src', { recursive: true }); fs.writeFileSync('dist/src/main.js', ''); }
  process.exit(status);`;

let folder: string;
const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const touch = (path: string, seconds: number): void => {
  const time = new Date(Date.now() + seconds * 1_000);
  utimesSync(join(folder, path), time, time);
};
function start() {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM], { cwd: folder, encoding: 'utf8' });
  return { status, printed: stdout.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-when-older-'));
  write('node_modules/@nestjs/cli/bin/nest.js', COMPILER);
  write('console/build.mjs', "import { appendFileSync } from 'node:fs'; appendFileSync('calls', 'console\\n');");
  write('status', '0');
  for (const path of ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', 'tools/main.ts', 'src/main.ts', 'src/main.spec.ts'])
    write(path);
}); // prettier-ignore
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('compiles once, and again only after a source has changed, and says which', () => {
  expect(start()).toEqual({ status: 0, printed: 'compiling: there is no build in dist' });
  expect(start()).toEqual({ status: 0, printed: 'the build in dist is up to date' });
  touch('src/main.spec.ts', 60);
  expect(start().printed).toBe('the build in dist is up to date');
  touch('src/main.ts', 60);
  expect(start().printed).toBe(`compiling: ${join('src', 'main.ts')} is newer than the build in dist`);
  touch('console/build.mjs', 90);
  touch('dist/.built', 70);
  expect(start().printed).toBe(`compiling: ${join('console', 'build.mjs')} is newer than the build in dist`);
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('build\nconsole\n'.repeat(3));
});

it('compiles after a source was removed', () => {
  write('src/other.ts');
  start();
  touch('dist/.built', -60);
  for (const path of ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', 'tools', 'tools/main.ts', 'src/main.ts', 'console', 'console/build.mjs']) touch(path, -90); // prettier-ignore
  rmSync(join(folder, 'src/other.ts'));
  expect(start().printed).toBe('compiling: src is newer than the build in dist');
});

it('exits with the status of the compiler, and compiles again after a failure', () => {
  write('status', '3');
  expect(start().status).toBe(3);
  write('status', '0');
  expect(start()).toEqual({ status: 0, printed: 'compiling: there is no build in dist' });
});
