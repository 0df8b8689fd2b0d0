import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FILTER_OPERATORS } from '../../src/compiler/filter/filter-operators';
import { FILTER_OPTIONS } from '../../src/compiler/filter/filter-options';
import { FUNCTIONS } from '../../src/compiler/values/functions';
import { type Statement, parseStatements } from '../../src/compiler/statement';
import { JWT_VARIABLES } from '../../src/config/jwt-settings';
import { VARIABLE_OF } from '../../src/config/variable-of';
import { STATUS_OF_CODE } from '../../src/http/errors/status-of-code';
import { SYSTEM_TABLE_NAMES } from '../../src/ontologies/show/system-table-names';
import { createProgram } from '../../tools/create-program';
import { Client, rowsOf } from '../support/client';
import { patternOf, readDocument, readExamples } from '../support/documents';
import { type RunningService, startService } from '../support/service';
import { describeWithProgram } from '../support/services';

const ROOT = join(__dirname, '../..');
const PAGES = [
  'docs/http-api.md',
  'docs/filters.md',
  'docs/language.md',
  'docs/errors.md',
  'README.md',
  'docs/agents.md',
  'docs/text-interface.md',
];
/** Every document of the repository, so that a new page is checked as well. */
const ALL_PAGES = [
  ...readdirSync(ROOT, { encoding: 'utf8' }),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((page) => join('docs', page)),
].filter((page) => page.endsWith('.md'));

describe('the examples', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', DATA_SOURCE_ENVS: 'ARCHIVE_PASSWORD@db.example.org' });
  }, 60_000);
  afterAll(() => service.close());

  describeWithProgram('curl', 'in the shell', () => {
    it.each(
      PAGES.flatMap((page) =>
        readExamples(page, 'bash').map((example) => ({ page, address: addressOf(example.code), ...example })),
      ),
    )('$page: $address', async ({ code, shown }) => {
      const env = { ...process.env, API: service.api, TOKEN: service.token };
      const { stdout } = await promisify(execFile)('bash', ['-c', code], { env });
      expect(JSON.parse(stdout)).toEqual(patternOf(shown));
    });
  });

  it('in SQL run from top to bottom and return what the page shows', async () => {
    const client = new Client(service.api, service.token);
    let ontology = 'system';
    for (const { code, shown } of readExamples('docs/language.md', 'sql')) {
      const rows = rowsOf(await client.sql(code, { ontology }));
      expect({ code, rows }).toEqual({ code, rows: patternOf(shown ?? []) });
      ontology = /CREATE ONTOLOGY `(\w+)`/.exec(code)?.[1] ?? ontology;
    }
  });
});

describe('the page on observing', () => {
  it('lists every metric', async () => {
    const service = await startService({ DATABASE_URL: '', CACHE_URL: 'redis://127.0.0.1:1' });
    const metrics = await (await fetch(new URL('/metrics', service.api))).text();
    await service.close();
    const names = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
    const own = names.filter((name) => !/^(process|nodejs)_/.test(name));
    const page = readDocument('docs/operations/observe.md');
    expect(own).toContain('ontology_http_request_duration_seconds');
    expect([...page.matchAll(/`(ontology_\w+)`/g)].map(([, name]) => name!).filter((name) => !own.includes(name))).toEqual([]); // prettier-ignore
    expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  }, 60_000);
});

describe('the documents', () => {
  const [httpApi, filters, language, errors, readme] = PAGES.map(readDocument) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const cells = (page: string): ReadonlySet<string> =>
    new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!));

  it('introduce the service in at most 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(151);
  });

  it('list every filter operator and parameter', () => {
    const names = [...Object.keys(FILTER_OPERATORS), ...FILTER_OPTIONS.keys(), '_subj_', '_op_', '_comp_', '_conj_'];
    expect(names.filter((name) => !cells(filters).has(name))).toEqual([]);
    expect(names.filter((name) => !cells(httpApi).has(name))).toEqual([]);
  });

  it('list every error code with its status, and no other', () => {
    const listed = [...errors.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [code, Number(status)]);
    expect(Object.fromEntries(listed)).toEqual(STATUS_OF_CODE);
  });

  it('list every setting', () => {
    const listed = [...readDocument('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name!);
    expect(listed.sort()).toEqual([...Object.values<string>(VARIABLE_OF), ...JWT_VARIABLES].sort());
  });

  it('list every function, and no other', () => {
    const rows = [...language.matchAll(/^\| (?:Aggregates|Windows|Conditions|Text|JSON|Numbers|Dates) \| (.*) \|$/gm)];
    expect(rows.flatMap(([, names]) => names!.split(', ')).sort()).toEqual([...FUNCTIONS.keys()].sort());
  });

  it('list every system table', () => {
    expect(SYSTEM_TABLE_NAMES.filter((name) => !cells(language).has(name))).toEqual([]);
  });

  it('show every kind of statement', () => {
    const examples = readExamples('docs/language.md', 'sql').flatMap(({ code }) => parseStatements(code));
    const shown = new Set<Statement['kind']>(examples.map((statement) => statement.kind));
    const elsewhere = Object.entries(NOT_RUN).filter(([, words]) => words !== undefined && language.includes(words));
    expect(Object.keys(NOT_RUN).filter((kind) => !shown.has(kind as Statement['kind']))).toEqual(
      elsewhere.map(([kind]) => kind),
    );
  });

  it('list every command of the tools', () => {
    const commands = createProgram().commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((sub) => `${command.name()} ${sub.name()}`),
    );
    const tools = readDocument('docs/tools.md');
    expect(commands.filter((command) => !tools.includes(command))).toEqual([]);
  });

  it.each(ALL_PAGES)('%s links only to files and headings that exist', (page) => {
    const links = [...readDocument(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => !/^https?:/.test(link)).filter((link) => !isThere(page, link));
    expect(broken).toEqual([]);
  });
});

/** What a block asks for, as the name of its test. */
function addressOf(code: string): string {
  return /\$API\/(\S*)"/.exec(code)?.[1] ?? code;
}

/** Every kind of statement: undefined where an example runs it, else the words that name it. */
const NOT_RUN = {
  query: undefined,
  'create-ontology': undefined,
  'alter-ontology': undefined,
  'drop-ontology': 'DROP ONTOLOGY `atlas`',
  'restore-ontology': 'RESTORE ONTOLOGY `atlas` TO VERSION',
  'create-datasource': undefined,
  'alter-datasource': undefined,
  'drop-datasource': undefined,
  'create-property': undefined,
  'create-measure': undefined,
  'create-concept': undefined,
  'create-mapping': undefined,
  'create-view': undefined,
  'create-mask-policy': undefined,
  'create-filter-policy': undefined,
  'alter-tag': undefined,
  drop: undefined,
  show: undefined,
  'show-tables': undefined,
  'show-tokens': 'SHOW TOKENS FOR',
  'show-create-ontology': 'SHOW CREATE ONTOLOGY',
  'show-diff': 'SHOW DIFF OF ONTOLOGY',
  'show-access': 'SHOW ACCESS TO',
  'test-datasource': 'TEST DATASOURCE',
  'draft-ontology': 'DRAFT ONTOLOGY',
  'draft-datasource': 'DRAFT DATASOURCE',
  describe: 'DESC [schema.]x',
  'describe-concept': 'DESCRIBE CONCEPT [schema.]x',
  explain: undefined,
  'check-ontology': undefined,
  'create-user': undefined,
  'alter-user': undefined,
  'drop-user': undefined,
  'create-role': undefined,
  'drop-role': undefined,
  'create-token': "CREATE TOKEN 'name' FOR USER",
  'show-token': 'SHOW TOKEN FOR',
  'revoke-tokens': undefined,
  'grant-role': undefined,
  'revoke-role': undefined,
  'refresh-permissions': undefined,
  grant: undefined,
  revoke: undefined,
} satisfies Record<Statement['kind'], string | undefined>;

function isThere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return heading === undefined || headingsOf(readDocument(target)).includes(heading);
}

/** As GitHub makes anchors of headings. */
function headingsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-'),
  );
}
