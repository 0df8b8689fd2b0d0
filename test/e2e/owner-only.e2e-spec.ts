import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogOutput } from '../../src/http';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

const SYSTEM = ['system.db', 'system.db-shm', 'system.db-wal'];
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('files of the service', () => {
  let folder: string;
  let service: RunningService | undefined;
  const lines: string[] = [];
  const umask = process.umask(0o000);
  beforeEach(() => {
    process.umask(0o000);
    folder = mkdtempSync(join(tmpdir(), 'owner-test-'));
    lines.length = 0;
    jest.spyOn(LogOutput.prototype, 'write').mockImplementation((line) => void lines.push(line));
  });
  afterEach(async () => {
    process.umask(umask);
    jest.restoreAllMocks();
    await service?.close();
    service = undefined;
    rmSync(folder, { recursive: true });
  });

  const warnings = (): readonly string[] => lines.filter((line) => line.includes('DATA_DIR'));

  it('are created with access for the owner only, whatever the umask is', async () => {
    const dataDir = join(folder, 'made', 'data');
    service = await startService({ DATA_DIR: dataDir, DATABASE_URL: '', API_AUTH_SALT: '', LOG_LEVEL: 'warn' });
    rowsOf(await new Client(service.api, service.token).sql('CREATE ROLE writer', { ontology: 'system' }));
    const made = readdirSync(folder, { recursive: true, withFileTypes: true });
    const folders = made.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    expect(folders).toEqual(expect.arrayContaining([dataDir, join(dataDir, 'sources')]));
    expect(folders.filter((path) => modeOf(path) !== '700')).toEqual([]);
    for (const name of [...SYSTEM, 'api-auth-salt']) expect([name, modeOf(join(dataDir, name))]).toEqual([name, '600']);
    expect(warnings()).toEqual([]);
  }, 60_000);

  it('cause a warning if their folder is open to others, and the system database in it is closed', async () => {
    chmodSync(folder, 0o755);
    const url = `sqlite:${join(folder, 'system.db')}`;
    const salt = 'a salt of good length for this test';
    service = await startService({ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn', API_AUTH_SALT: salt });
    expect(warnings()).toEqual([expect.stringContaining('open to other users of this machine (mode 755)')]);
    expect(modeOf(folder)).toBe('755');
    for (const name of SYSTEM) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
    for (const name of SYSTEM) chmodSync(join(folder, name), 0o644);
    const first = service;
    service = await startService({ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn', API_AUTH_SALT: salt });
    await first.close();
    for (const name of SYSTEM) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
    expect(warnings()).toHaveLength(2);
  });

  it('have access for the owner only where DATABASE_URL names a file elsewhere', async () => {
    const path = join(folder, 'elsewhere', 'system.db');
    service = await startService({ DATA_DIR: join(folder, 'data'), DATABASE_URL: `sqlite:${path}` });
    expect(modeOf(join(folder, 'elsewhere'))).toBe('700');
    for (const name of SYSTEM) expect([name, modeOf(join(folder, 'elsewhere', name))]).toEqual([name, '600']);
    expect(warnings()).toEqual([]);
  });
});
