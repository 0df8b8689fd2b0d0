import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { preProcessFile } from 'typescript';

const ROOT = resolve(__dirname, '../..');

/**
 * The subfolders and files of one folder that import each other in a circle, if there is one. The folder's own files count as one part
 * without its `index.ts`.
 */
type Circle = readonly string[];

/** Reads the files that each file of `src` and `tools` imports, including types; tests are excluded. */
function readImports(): ReadonlyMap<string, readonly string[]> {
  const files = ['src', 'tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => join(folder, file)),
  );
  const known = new Set(files);
  const importsOf = (file: string): readonly string[] =>
    preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => relative(ROOT, resolve(ROOT, dirname(file), fileName)).replace(/\.ts$/, ''))
      .flatMap((path) => [`${path}.ts`, `${path}/index.ts`].filter((target) => known.has(target)).slice(0, 1));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

const IMPORTS = readImports();

/** Returns the part of `folder` that contains a file: a folder directly below it, or its own files (`.`). */
function partOf(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const rest = file.slice(folder.length + 1);
  if (rest.includes('/')) return rest.slice(0, rest.indexOf('/'));
  return rest === 'index.ts' ? undefined : '.';
}

function edgesWithin(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const [file, targets] of IMPORTS) {
    const from = partOf(folder, file);
    if (from === undefined) continue;
    for (const target of targets) {
      const to = partOf(folder, target);
      if (to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

/** Removes the parts that import no other part, repeatedly; the remaining parts import each other in a circle. */
function findCircle(edges: ReadonlyMap<string, ReadonlySet<string>>): Circle {
  let left = [...edges.keys()];
  for (;;) {
    const next = left.filter((part) => [...(edges.get(part) ?? [])].some((target) => left.includes(target)));
    if (next.length === left.length) return left;
    left = next;
  }
}

const FOLDERS = [...new Set([...IMPORTS.keys()].flatMap((file) => ancestors(dirname(file))))];

function ancestors(folder: string): readonly string[] {
  return folder === '.' ? [] : [folder, ...ancestors(dirname(folder))];
}

describe('folders', () => {
  it('finds the imports of files', () => {
    expect(IMPORTS.get('src/main.ts')).toContain('src/config/index.ts');
    expect(FOLDERS).toContain('src/compiler/plan/select');
  });

  it('finds a circle of three parts', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
    ]);
    expect(findCircle(edges)).toEqual(['a', 'b', 'c']);
  });

  it.each(FOLDERS)('has no circle of imports between the parts of %s', (folder) => {
    expect(findCircle(edgesWithin(folder))).toEqual([]);
  });
});
