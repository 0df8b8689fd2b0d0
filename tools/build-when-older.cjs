/** Compiles the service and the console into `dist` if a source is newer than the last build. `npm start` runs it in the folder of package.json. */
const { spawnSync } = require('node:child_process');
const { readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** The two steps of `npm run build`. */
const STEPS = [['node_modules/@nestjs/cli/bin/nest.js', 'build'], ['console/build.mjs']];
/** Each of them is as old as a finished build: the second one is written by every build with TypeScript. */
const BUILDS = ['dist/.built', 'dist/.tsbuildinfo'];
const SOURCES = [
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'src',
  'tools',
  'console',
];

/** Returns the time of the last change in milliseconds; 0 if there is no such file. */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Returns the path and everything below it. A folder changes when a file in it is removed. */
function pathsIn(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))];
}

const builtAt = changedAt('dist/src/main.js') === 0 ? 0 : Math.max(...BUILDS.map(changedAt));
const newer = SOURCES.flatMap(pathsIn).find((path) => changedAt(path) > builtAt && !/\.spec\.ts$/.test(path));

if (newer === undefined) {
  console.log('the build in dist is up to date');
} else {
  console.log(
    builtAt === 0 ? 'compiling: there is no build in dist' : `compiling: ${newer} is newer than the build in dist`,
  );
  const begin = new Date();
  for (const step of STEPS) {
    const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(BUILDS[0], '');
  utimesSync(BUILDS[0], begin, begin);
}
