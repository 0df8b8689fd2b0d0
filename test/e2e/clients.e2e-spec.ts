import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patternOf, readExamples } from '../support/documents';
import { readXlsx } from '../support/read-xlsx';
import { type RunningService, startService } from '../support/service';
import { describeWith, describeWithProgram } from '../support/services';

const PAGE = 'docs/clients.md';
/** The Python of Debian, whose packages `.ci/lib.sh` installs. */
const PYTHON = '/usr/bin/python3';
const HAS_PACKAGES = spawnSync(PYTHON, ['-c', 'import pandas, requests']).status === 0;
const ORIGIN = 'https://app.example.org';

describe('the examples for clients', () => {
  let service: RunningService;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clients-test-'));
    service = await startService({ DATABASE_URL: '', CORS_ORIGINS: ORIGIN });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program in a folder of its own, and returns the JSON that it prints. */
  async function run(program: string, ...args: readonly string[]): Promise<unknown> {
    const env = { ...process.env, API: service.api, TOKEN: service.token };
    const { stdout } = await promisify(execFile)(program, args, { env, cwd: folder });
    return JSON.parse(stdout) as unknown;
  }

  describeWithProgram('curl', 'in the shell', () => {
    it.each(readExamples(PAGE, 'bash'))('print what the page shows: example %#', async ({ code, shown }) => {
      expect(await run('bash', '-c', code)).toEqual(patternOf(shown));
    });

    it('save a workbook with typed cells', () => {
      const [sheet] = readXlsx(readFileSync(join(folder, 'country.xlsx')));
      expect(sheet?.rows.slice(0, 2)).toEqual([
        ['name', 'area_km2'],
        ['Afghanistan', 652230],
      ]);
    });
  });

  describeWith('python3-pandas and python3-requests', HAS_PACKAGES, 'in Python', () => {
    it.each(readExamples(PAGE, 'python'))('print what the page shows: example %#', async ({ code, shown }) => {
      expect(await run(PYTHON, '-c', code)).toEqual(patternOf(shown));
    });
  });

  describe('in JavaScript', () => {
    it.each(readExamples(PAGE, 'js'))('print what the page shows: example %#', async ({ code, shown }) => {
      const { name: user, password } = service.admin;
      const page = `const [api, user, password] = ${JSON.stringify([service.api, user, password])};\n${code}`;
      expect(await run(process.execPath, '--input-type=module', '--eval', page)).toEqual(patternOf(shown));
    });

    it.each(['log_in', 'query/'])('may send what they send to %s from a listed origin', async (path) => {
      const { status, headers } = await fetch(`${service.api}/${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/(?=.*content-type)(?=.*x-api-key)/);
    });
  });
});
