import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly scarfSettings: unknown;
  readonly overrides: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The oldest supported release of each line of Node that the checks run on. */
const NODES: readonly (readonly number[])[] = [
  [20, 19],
  [22, 13],
  [24, 0],
];

/** Returns whether a range of `engines` includes a release: alternatives of comparators with `^`, `>=`, or a bare major release. */
function acceptsNode(range: string, [major = 0, minor = 0]: readonly number[]): boolean {
  const comparators = range.replaceAll(/>=\s+/g, '>=').split('||').flatMap((part) => part.trim().split(/\s+/)); // prettier-ignore
  return comparators.some((comparator) => {
    const [, sign, least = '', minorLeast = '0'] = /^(\^|>=|)(\d+)(?:\.(\d+|x|\*))?/.exec(comparator) ?? [];
    if (sign !== '>=' && major !== Number(least)) return false;
    return major > Number(least) || (major === Number(least) && minor >= (Number(minorLeast) || 0));
  });
}

const readPackage = (path: string): Package => JSON.parse(read(path)) as Package;

describe('SECURITY.md', () => {
  const text = read('SECURITY.md');
  const section = (heading: string): string => text.split(/^#{2,3} /m).find((part) => part.startsWith(heading)) ?? '';
  /** Returns the cells of the rows of a table, without its header. */
  const rowsOf = (part: string): readonly (readonly string[])[] =>
    part.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore

  it('names an existing test file for each threat, with tests in it', () => {
    const [, threats = ''] = section('Threat model').split('Threats, defences');
    const rows = rowsOf(threats).slice(1);
    expect(rows.length).toBeGreaterThan(15);
    for (const [threat, , tests = ''] of rows) {
      const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      expect([threat, paths.length > 0]).toEqual([threat, true]);
      for (const path of paths) expect([path, existsSync(join(ROOT, path)) && /\bit(\.each)?[(<]/.test(read(path))]).toEqual([path, true]); // prettier-ignore
    }
  });

  it('lists the version of each pinned package as it is declared, locked and installed', () => {
    const { dependencies, devDependencies, overrides } = readPackage('package.json');
    const forced = Object.assign({}, ...Object.values(overrides)) as Record<string, string>;
    const declared: Readonly<Record<string, string | undefined>> = { ...dependencies, ...devDependencies, ...forced };
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package | undefined> };
    const pins = rowsOf(section('Pinned packages')).slice(1).map(([name = '', version]) => [/`([^`]+)`/.exec(name)?.[1] ?? '', version] as const); // prettier-ignore
    expect(pins.length).toBeGreaterThan(8);
    for (const [name, version] of pins) {
      const path = `node_modules/${name}`;
      const seen = [declared[name], packages[path]?.version, readPackage(`${path}/package.json`).version];
      expect([name, ...seen]).toEqual([name, version, version, version]);
    }
    expect(pins.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(forced)));
  });

  it('states correctly that all versions are exact', () => {
    const { dependencies, devDependencies, overrides } = readPackage('package.json');
    const versions = [dependencies, devDependencies, ...Object.values(overrides)].flatMap((each) => Object.entries(each)); // prettier-ignore
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('installs only packages that accept Node 20, 22 and 24, and reports no installation', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
    const warnings = Object.entries(packages).flatMap(([path, { engines }]) =>
      NODES.filter((node) => !acceptsNode(engines?.node ?? '>=0', node)).map((node) => `${path} on ${node.join('.')}`),
    );
    expect(warnings).toEqual([]);
    const { allowScripts, scarfSettings } = readPackage('package.json');
    expect([scarfSettings, allowScripts['@scarf/scarf']]).toEqual([{ enabled: false }, false]);
  });

  it('requires at least the versions that close known bypasses of checks', () => {
    const least = { '@nestjs/platform-fastify': [11, 1, 24], fastify: [5, 8, 5], mysql2: [3, 23, 1] };
    for (const [name, [major = 0, minor = 0, patch = 0]] of Object.entries(least)) {
      const [a = 0, b = 0, c = 0] = readPackage(`node_modules/${name}/package.json`).version.split('.').map(Number);
      const isLess = a < major || (a === major && (b < minor || (b === minor && c < patch)));
      expect([name, isLess]).toEqual([name, false]);
    }
  });
});
