const { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const ROOT = join(__dirname, '..', '..');

/**
 * Compiles the service once for all fault tests, into the folder `BUILT_SERVICE`. Processes then start as fast and as small as in
 * production.
 */
module.exports = function build() {
  const [, { jsc, ...options }] = require('../../jest.config.cjs').transform['^.+\\.(t|j)s$'];
  const settings = { ...options, jsc: { ...jsc, rewriteRelativeImportExtensions: true } };
  const folder = mkdtempSync(join(tmpdir(), 'built-service-'));
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true })) {
    const source = join(ROOT, 'src', file);
    const target = join(folder, 'src', file);
    mkdirSync(dirname(target), { recursive: true });
    if (/\.(?:sql|mjs)$/.test(file)) cpSync(source, target);
    if (!/(?<!\.spec|\.d)\.ts$/.test(file)) continue;
    writeFileSync(target.replace(/\.ts$/, '.js'), transformFileSync(source, settings).code);
  }
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  process.env.BUILT_SERVICE = folder;
};
