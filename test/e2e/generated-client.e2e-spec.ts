import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiDocument, consoleDocument } from '../support/console-document';
import { type RunningService, startService } from '../support/service';
import { describeWith } from '../support/services';

const FOLDER = join(__dirname, '../clients');
const GENERATED = join(FOLDER, 'generated');
/** The paths of the documents, by the names of the files that are made from them. */
const DOCUMENTS = { service: 'openapi.json', world: 'api/openapi/world.json' };
const NAMES = Object.keys(DOCUMENTS);
/** The types of the console, which are made from the document "service". UPDATE_GOLDEN=1 writes them. */
const CONSOLE_TYPES = join(__dirname, '../../console/src/api/openapi.d.ts');

const run = promisify(execFile);
const bin = (name: string): string => join(FOLDER, 'node_modules/.bin', name);

/** Runs a program in the folder of the client, and returns what it prints; its errors contain it too. */
async function runNode(...command: readonly string[]): Promise<string> {
  try {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    return (await run(process.execPath, [...command], { cwd: FOLDER, env })).stdout;
  } catch (error) {
    throw new Error((error as { readonly stdout: string }).stdout, { cause: error });
  }
}

const suite = (): void => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '' });
    mkdirSync(GENERATED, { recursive: true });
    for (const [name, path] of Object.entries(DOCUMENTS)) {
      const response = await fetch(`${service.url}/svc/${path}`, { headers: { 'x-api-key': service.token } });
      writeFileSync(join(GENERATED, `${name}.json`), await response.text());
      await runNode(bin('openapi-typescript'), `generated/${name}.json`, '--output', `generated/${name}.d.ts`);
    }
  }, 60_000);
  afterAll(() => service.close());

  it.each([
    ['service', []],
    ['world', ['info-license']], // the service does not know the licence of the data
  ])('has the document "%s" without errors of the linter', async (name, warnings) => {
    const printed = await runNode(bin('redocly'), 'lint', `generated/${name}.json`, '--extends', 'recommended', '--format', 'json'); // prettier-ignore
    const { totals, problems } = JSON.parse(printed) as { readonly totals: object; readonly problems: readonly { readonly ruleId: string }[] }; // prettier-ignore
    expect([totals, problems.map(({ ruleId }) => ruleId)]).toMatchObject([{ errors: 0 }, warnings]);
  });

  it.each(NAMES)('has a type for each member of the document "%s"', (name) => {
    const types = readFileSync(join(GENERATED, `${name}.d.ts`), 'utf8');
    const members = types.replaceAll('[name: string]: unknown;', ''); // headers
    expect(members.match(/.*(: unknown|unknown\[\]|: any\b|: Record<string, never>).*/g)).toBeNull();
    expect(types).toMatch(/data: components\["schemas"\]\["\w+"\]\[\];/);
  });

  it('has made the types of the console', async () => {
    const document = JSON.parse(readFileSync(join(GENERATED, 'service.json'), 'utf8')) as ApiDocument;
    writeFileSync(join(GENERATED, 'console.json'), JSON.stringify(consoleDocument(document)));
    await runNode(bin('openapi-typescript'), 'generated/console.json', '--output', 'generated/console.d.ts');
    const types = readFileSync(join(GENERATED, 'console.d.ts'), 'utf8');
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(CONSOLE_TYPES, types);
    expect(readFileSync(CONSOLE_TYPES, 'utf8')).toBe(types);
  });

  it('compiles with these types only, and reads typed rows', async () => {
    await runNode(bin('tsc'), '--project', '.');
    expect(JSON.parse(await runNode('generated/countries.mjs', service.url, service.token))).toEqual({
      names: [['Belgium', 30528], ['Fiji', 18272]],
      capital: 'Suva',
      languages: ['English', 'Fijian', 'Fiji Hindi'],
      regions: { region: 'Caribbean', countries: 28 },
      isUnknownName: true,
      hint: 'did you mean "name"?',
      checked: 200,
      types: [['name', 'string'], ['area_km2', 'double']],
    }); // prettier-ignore
  }, 60_000);
};

describeWith('the packages of test/clients', existsSync(bin('tsc')), 'a client that is generated from the OpenAPI documents', suite); // prettier-ignore
