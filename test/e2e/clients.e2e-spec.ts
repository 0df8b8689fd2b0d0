import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser } from 'playwright-core';
import { CHROMIUM, openBrowser, openTab } from '../support/browser';
import { patternOf, readExamples } from '../support/documents';
import { readXlsx } from '../support/read-xlsx';
import { type RunningService, startService } from '../support/service';
import { describeWith, describeWithProgram } from '../support/services';

const PAGE = 'docs/clients.md';
/** The Python of Debian, whose packages `.ci/lib.sh` installs. */
const PYTHON = '/usr/bin/python3';
const HAS_PACKAGES = spawnSync(PYTHON, ['-c', 'import pandas, requests']).status === 0;

describe('the examples for clients', () => {
  let service: RunningService;
  let folder: string;
  /** Serves an empty page, whose scripts are of another origin than the service. */
  let pages: Server;
  let origin: string;
  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>page</title>'));
    await once(pages.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'clients-test-'));
    service = await startService({ DATABASE_URL: '', CORS_ORIGINS: origin });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    pages.close();
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
    /** The examples with the values that they expect from their page. */
    const scripts = readExamples(PAGE, 'js').map(({ code, shown }) => ({
      shown,
      print: (): string => {
        const { name: user, password } = service.admin;
        return `const [api, user, password] = ${JSON.stringify([service.api, user, password])};\n${code}`;
      },
    }));

    it.each(scripts)('print what the page shows: example %#', async ({ print, shown }) => {
      expect(await run(process.execPath, '--input-type=module', '--eval', print())).toEqual(patternOf(shown));
    });

    it.each(['log_in', 'query/'])('may send what they send to %s from a listed origin', async (path) => {
      const { status, headers } = await fetch(`${service.api}/${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/(?=.*content-type)(?=.*x-api-key)/);
    });

    describeWithProgram(CHROMIUM, 'in a browser', () => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await openBrowser();
      });
      afterAll(() => browser.close());

      /** Runs a script in a page of this address, and returns what it prints. */
      async function runInPage(address: string, script: string): Promise<readonly string[]> {
        const { page } = await openTab(browser);
        const printed: string[] = [];
        page.on('console', (message) => message.type() === 'log' && printed.push(message.text()));
        await page.goto(address);
        await page.evaluate(`(async () => {${script}\n})()`);
        await page.close();
        return printed;
      }

      it.each(scripts)('print what the page shows: example %#', async ({ print, shown }) => {
        const [printed = ''] = await runInPage(origin, print());
        expect(JSON.parse(printed)).toEqual(patternOf(shown));
      });

      it.each(scripts)('are refused to a page whose origin is not listed: example %#', async ({ print }) => {
        const other = origin.replace('127.0.0.1', 'localhost');
        await expect(runInPage(other, print())).rejects.toThrow('Failed to fetch');
      });
    });
  });
});
