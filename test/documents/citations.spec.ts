import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

const FILES = ['src', 'tools', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|cjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('comments', () => {
  it('cite no numbered document, because the repository does not contain it', () => {
    const citing = FILES.filter((file) => /\b(?:spec|design|issue) [0-9]/.test(textOf(file)));
    expect(citing).toEqual([]);
  });

  it('name only documents that exist', () => {
    const named = FILES.flatMap((file) => textOf(file).match(/\bdocs\/[a-z/-]+\.md\b/g) ?? []);
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((document) => !existsSync(join(ROOT, document)))).toEqual([]);
  });
});

describe('documents', () => {
  it('name only files of the repository that exist', () => {
    const pages = [ROOT, join(ROOT, 'docs'), join(ROOT, 'docs/operations')].flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    );
    const named = pages.flatMap((page) => page.match(/(?<=`)(?:src|test|tools|deploy)\/[\w./-]+(?=`)/g) ?? []);
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
