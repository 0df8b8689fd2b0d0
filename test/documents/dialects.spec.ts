import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as ts from 'typescript';
import { DATA_SOURCE_TYPE_NAMES, DATA_SOURCE_TYPES, DIALECTS } from '../../src/compiler/dialects';

const ROOT = resolve(__dirname, '../..');

/** The files outside of the folders of the engines that may name an engine, and the reasons. */
const MAY_NAME: Readonly<Record<string, string>> = {
  'src/compiler/dialects/table.ts': 'the table of dialects itself',
  'src/engines/engines.service.ts': 'opens the engine of each type of data source, all of which TypeScript demands',
  'src/engines/fast-paths.ts': 'lists the setting of the fast path of each engine, all of which TypeScript demands',
  'src/engines/nodes/read-hosts.ts': 'registers the port of each type of data source that has servers',
  'src/engines/catalogue/read-rows.ts': 'lists the catalogue of each dialect, all of which TypeScript demands',
  'src/model/audit-entry.ts': 'is about the protocols of clients, not about data sources',
  'src/ontologies/api/details.example.ts': 'shows an answer of the service in its documentation',
  'src/system-database/connecting/connect-system-database.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrate-system-database.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/1-first-tables.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/3-audit-batches.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/4-data-source-right.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/5-service-keys.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/8-token-hashes.ts': "is about the service's own database, not about data sources",
  'src/system-database/migrations/9-async-results.ts': "is about the service's own database, not about data sources",
}; // prettier-ignore

const DIALECT_NAMES: readonly string[] = Object.keys(DIALECTS);
const NAMES: readonly string[] = [...new Set([...DIALECT_NAMES, ...DATA_SOURCE_TYPE_NAMES])];
/** Matches names in files that depend on the set of dialects and types of data sources. */
const OF_DIALECTS = /\b(?:DialectName|DataSourceType|DIALECTS|DATA_SOURCE_TYPE\w*|CATALOGUE_DIALECTS)\b/;
const TESTS_AN_ENGINE = /^is(?:For|Of|On)?(?:MySql|MariaDb|DuckDb)$/;

/** The files that must not know which engines exist: all except those in the folders of the engines. */
const FILES = ['src', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .filter((file) => !DIALECT_NAMES.some((name) => /^src\/(?:compiler\/dialects|engines)\//.test(file) && dirname(file).endsWith(`/${name}`))),
); // prettier-ignore

/** Returns the places in a file that name an engine: a string, a property or a predicate. */
function namesIn(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed =
      (ts.isStringLiteralLike(node) && NAMES.includes(node.text.toLowerCase())) ||
      (ts.isIdentifier(node) && isProperty(node) && DIALECT_NAMES.includes(node.text)) ||
      (ts.isIdentifier(node) && TESTS_AN_ENGINE.test(node.text));
    if (isNamed) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

function isProperty({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent); // prettier-ignore
}

describe('engines', () => {
  it('are found where they are named', () => {
    expect(namesIn("if (dialect === 'duckdb') go();")).toEqual(["'duckdb'"]);
    expect(namesIn("const TYPES = ['mysql', `files`]; const TYPE_WORDS = { MYSQL: 1 };")).toEqual(["'mysql'", '`files`']);
    expect(namesIn('const registry = { mysql: 1 }; registry.duckdb; if (isForMySql) go();')).toHaveLength(3);
    expect(namesIn("import { mysql } from './mysql'; const files = 'a file';")).toEqual([]);
  }); // prettier-ignore

  it('are named only in their own folders and in the listed files', () => {
    const naming = FILES.filter((file) => namesIn(readFileSync(join(ROOT, file), 'utf8')).length > 0);
    expect(naming.sort()).toEqual(Object.keys(MAY_NAME).sort());
  });
});

describe('examples of types of data sources', () => {
  const definitions = readFileSync(join(ROOT, 'docs/language.md'), 'utf8').match(/^CREATE DATASOURCE [^;]*;/gm) ?? [];

  it.each(Object.entries(DATA_SOURCE_TYPES))('include %s with the options it needs', (type, { neededOptions }) => {
    const examples = definitions.filter((definition) => definition.includes(` TYPE ${type}`));
    expect(examples).not.toEqual([]);
    for (const option of neededOptions) expect(examples.join()).toContain(`${option} = `);
  });
});

describe('a dialect that is added to the table', () => {
  it('is reported missing by TypeScript in each registry, and nowhere else', () => {
    expect(reportsWith('toy')).toEqual([
      'src/engines/catalogue/read-rows.ts',
      'src/engines/engines.service.ts',
      'src/engines/fast-paths.ts',
    ]);
  }, 300_000);
});

/** Returns the files that name the types and have type errors when the dialect of this name in `test/support` is in the table. */
function reportsWith(name: string): readonly string[] {
  const table = join(ROOT, 'src/compiler/dialects/table.ts');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  const withDialect = (text: string): string =>
    `import { ${name} } from '../../../test/support/${name}-dialect';\n${text.replace('DIALECTS = { ', `DIALECTS = { ${name}, `)}`;
  host.getSourceFile = (path, languageVersion) => {
    const text = read(path);
    return text === undefined ? undefined : ts.createSourceFile(path, resolve(path) === table ? withDialect(text) : text, languageVersion);
  };
  const files = FILES.filter((file) => OF_DIALECTS.test(readFileSync(join(ROOT, file), 'utf8'))).map((file) => join(ROOT, file));
  const program = ts.createProgram(files, { ...options, noEmit: true, incremental: false }, host);
  const faulty = files.filter((file) => {
    const source = program.getSourceFile(file);
    return source === undefined || program.getSemanticDiagnostics(source).length > 0;
  });
  return faulty.map((file) => file.slice(ROOT.length + 1)).sort();
} // prettier-ignore
