/** Bundles the console into static files with hashed names and `index.html`: `node console/build.mjs [folder]`, by default `dist/console`. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const SOURCES = import.meta.dirname;
const PAGE = 'index.html';

async function buildConsole(folder) {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: [join(SOURCES, 'src/main.tsx')],
    tsconfig: join(SOURCES, 'tsconfig.json'),
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith('main.tsx'));
  const [script, { cssBundle }] = entry;
  // a page that loads a style sheet with this id keeps Cytoscape from adding an inline one, which the content security policy rejects
  const page = readFileSync(join(SOURCES, 'page.html'), 'utf8');
  const names = { '{script}': basename(script), '{style}': basename(cssBundle) };
  const filled = page.replace(/\{(script|style)\}/g, (mark) => names[mark]);
  writeFileSync(join(folder, PAGE), filled);
  const built = new Set([PAGE, ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(folder)) if (!built.has(name)) rmSync(join(folder, name));
}

await buildConsole(resolve(process.argv[2] ?? join(SOURCES, '../dist/console')));
