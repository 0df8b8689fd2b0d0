import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { OPERATOR, TokensService, UsersService } from '../../src/auth';
import { addUserWith } from '../support/add-user';
import { findFaultsOfAccess, logIn, openTab } from '../support/browser';
import { Client, rowsOf } from '../support/client';
import { describeConsole } from '../support/console-suite';
import { startPrefixProxy } from '../support/prefix-proxy';
import { readArrow } from '../support/read-arrow';
import { readParquet } from '../support/read-parquet';
import { readXlsx } from '../support/read-xlsx';
import { type RunningService, startService } from '../support/service';
import { oneOf } from '../support/trials';

/** Concepts of the large model. */
const MANY = 2_000;
/** Concepts of the large picture. */
const MANY_NEIGHBOURS = 200;

describeConsole('the console', { DATABASE_URL: '' }, (running) => {
  let service: RunningService;
  let admin: Client;
  let browser: Browser;
  let address: string;
  let page: Page;
  beforeAll(async () => {
    ({ service, admin, browser, address } = running());
    await addUserWith(service, 'reader', 'GRANT QUERY ON ontology.world');
    await addUserWith(service, 'nobody');
    rowsOf(await admin.sql('REVOKE ACCESS ON ontology.world FROM ROLE public', { ontology: 'system' }));
  }, 60_000);
  beforeEach(() => {
    ({ page } = running());
  });

  const enter = async (screen = '', user = 'reader'): Promise<void> => {
    await logIn(page, address, user, `pw of ${user}`);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    if (screen !== '') await page.goto(`${address}#/${screen}`);
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  describe('the files', () => {
    const get = (path: string, headers = {}) => fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

    it('are a page that is checked at each visit, and files that browsers keep', async () => {
      const answer = await get('/svc/console/');
      const html = await answer.text();
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file!);
      expect(files).toHaveLength(2);
      let size = gzipSync(html).length;
      for (const file of files) {
        const response = await get(`/svc/console/${file}`);
        expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']); // prettier-ignore
        size += gzipSync(await response.text()).length;
      }
      expect(size).toBeLessThan(150_000);
      const begin = Date.now();
      await page.goto(address);
      await page.getByLabel('User name').waitFor();
      process.stdout.write(`console: first view of ${size} bytes gzipped, shown after ${Date.now() - begin} ms\n`);
      expect((await get('/svc/console/build.mjs')).status).toBe(404);
      expect((await get('/svc/console/..%2fpackage.json')).status).toBe(404);
    });

    it('are found without the last slash, also behind a proxy that adds a prefix', async () => {
      const answer = await get('/svc/console');
      expect([answer.status, answer.headers.get('location')]).toEqual([308, 'console/']);
      const proxy = await startPrefixProxy(service.url, '/data');
      await logIn(page, `${proxy.url}/data/svc/console`, 'reader', 'pw of reader');
      await heading('world').waitFor();
      expect(page.url()).toBe(`${proxy.url}/data/svc/console/#/world/ontology`);
      await page.goto(`${proxy.url}/data/svc/console/#/world/ask`);
      await page.getByRole('textbox', { name: 'Statement' }).waitFor();
      await proxy.close();
    });

    it('are reached from the start page', async () => {
      expect(await (await get('/', { accept: 'text/html' })).text()).toContain('href="/svc/console/"');
      expect(await (await get('/')).json()).toMatchObject({ data: { console: '/svc/console/' } });
    });

    it('are not served with CONSOLE=off', async () => {
      const other = await startService({ CONSOLE: 'off' });
      expect((await fetch(`${other.url}/svc/console/`)).status).toBe(404);
      await other.close();
    });
  });

  describe('the session', () => {
    it('begins with the right password only, and ends with its token', async () => {
      await logIn(page, address, 'reader', 'guess');
      await page.getByRole('alert').getByText('the credentials are missing or not valid').waitFor();
      await enter();
      const token = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('session')).token");
      const asks = () => new Client(service.api, token).get('get_ontologies');
      expect((await asks()).status).toBe(200);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('Password').waitFor();
      expect((await asks()).status).toBe(401);
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    });

    it('begins with a link that logs in once', async () => {
      const tokens = service.app.get(TokensService, { strict: false });
      const users = await service.app.get(UsersService, { strict: false }).list(OPERATOR);
      const code = await tokens.issueOneTimeCode(users.find(({ name }) => name === 'reader')!);
      await page.goto(`${address}#once=${code}`);
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      expect(page.url()).not.toContain(code);
      const other = await openTab(browser);
      await other.page.goto(`${address}#once=${code}`);
      await other.page.getByText('The link to log in has been used or has expired.').waitFor();
      await other.page.close();
    });

    it('ends where the token is revoked or has expired, and says so', async () => {
      await enter();
      rowsOf(await admin.sql('REVOKE TOKENS FROM USER reader', { ontology: 'system' }));
      await page.goto(`${address}#/world/entity/country/PRT`);
      await page.getByText('Your session has ended.').waitFor();
      await enter();
      await page.evaluate(
        'sessionStorage.setItem(\'session\', sessionStorage.getItem(\'session\').replace(/"expires_at":"[^"]*/, \'"expires_at":"2020-01-01T00:00:00Z\'))',
      );
      await page.reload();
      await page.getByLabel('Password').waitFor();
    });

    it('shows a user without rights that there is nothing to see', async () => {
      await enter('', 'nobody');
      await page.getByText('There is no ontology that you may see.').waitFor();
      await page.goto(`${address}#/world/ontology/country`);
      await page.getByRole('alert').getByText('unknown ontology "world"').waitFor();
    });
  });

  describe('the ontology', () => {
    it('is searched by keyboard alone', async () => {
      await enter();
      await heading('world').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('seats gov');
      await page.getByRole('option', { name: 'capital' }).waitFor();
      await page.keyboard.press('Enter');
      await heading('capital').waitFor();
      expect(page.url()).toBe(`${address}#/world/ontology/capital`);
    });

    it('is drawn from a concept, and grows by a click', async () => {
      await enter('world/ontology/continent');
      await page.getByText('2 concepts').waitFor();
      await page.getByLabel('Add the neighbours of a concept').selectOption('region');
      await page.getByText('3 concepts').waitFor();
      await page.locator('.picture canvas').first().waitFor();
      const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as PNG' }).click()]); // prettier-ignore
      expect(picture.suggestedFilename()).toBe('world-continent.png');
      expect(statSync(await picture.path()).size).toBeGreaterThan(5_000);
      const [drawing] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SVG' }).click()]); // prettier-ignore
      expect(drawing.suggestedFilename()).toBe('world-continent.svg');
      const svg = readFileSync(await drawing.path(), 'utf8');
      expect(svg.match(/<rect [^>]*rx="6"/g)).toHaveLength(3);
      for (const name of ['continent', 'region', 'country', 'has_region']) expect(svg).toContain(`>${name}</text>`);
      const shown = await openTab(browser);
      await shown.page.goto(`data:image/svg+xml,${encodeURIComponent(svg)}`);
      expect(await shown.page.locator('text').count()).toBeGreaterThan(4);
      await shown.page.close();
    });

    it('is drawn without keeping the page from answering where there are hundreds of concepts', async () => {
      const parts = Array.from({ length: MANY_NEIGHBOURS - 1 }, (_, index) => {
        const link = `CONSTRAINT in_hub_${index} FOREIGN KEY (hub_id) REFERENCES hub (hub_key) INVERSEOF has_part_${index}`;
        return `CREATE CONCEPT part_${index} (part_key integer, hub_id integer, PRIMARY KEY (part_key), ${link})`;
      });
      rowsOf(await admin.sql(`CREATE ONTOLOGY wide; CREATE CONCEPT hub (hub_key integer, PRIMARY KEY (hub_key)); ${parts.join(';')}; GRANT ACCESS ON ontology.wide TO USER reader`, { ontology: 'system' })); // prettier-ignore
      await enter('world/ontology/continent');
      await page.locator('.picture[aria-busy="false"] canvas').first().waitFor();
      await page.goto(`${address}#/wide/ontology`);
      await heading('wide').waitFor();
      await page.evaluate(
        'globalThis.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" })',
      );
      const begin = Date.now();
      await page.evaluate("location.hash = '#/wide/ontology/hub'");
      await page.getByText(`${MANY_NEIGHBOURS} concepts`).waitFor();
      await page.locator('.picture[aria-busy="false"] canvas').first().waitFor();
      const drawn = Date.now() - begin;
      const longest = Math.max(0, ...(await page.evaluate<readonly number[]>('tasks')));
      process.stdout.write(
        `console: ${MANY_NEIGHBOURS} concepts drawn after ${drawn} ms, longest task ${longest} ms\n`,
      );
      expect(drawn).toBeLessThan(5_000);
      expect(longest).toBeLessThan(1_000);
      rowsOf(await admin.sql('DROP ONTOLOGY wide', { ontology: 'system' }));
    });

    it('offers the properties along its relationships, of which a statement is made', async () => {
      await enter('world/ontology/city');
      await page.getByText('Choose columns along its relationships').click();
      await page.getByLabel('name of city', { exact: true }).check();
      await page.getByText('in_country[country]', { exact: true }).click();
      await page.getByText('borders[country]', { exact: true }).click();
      await page.getByLabel('name of in_country[country].borders[country]', { exact: true }).check();
      await page.getByLabel('name of in_country[country]', { exact: true }).check();
      await page.getByLabel('name of in_country[country]', { exact: true }).uncheck();
      await page.getByRole('link', { name: 'Ask for 2 columns' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('columnheader', { name: 'in_country[country].borders[country].name' }).waitFor();
      await page.getByText('100 rows').waitFor();
    });

    it('shows the columns that the values of a concept come from', async () => {
      await enter('world/ontology/country');
      await page.getByText('Where its values come from').click();
      await page.getByRole('cell', { name: 'short_name' }).first().waitFor();
    });

    it('lists properties, relationships and kin of a concept', async () => {
      await enter('world/ontology/country');
      await page.getByRole('button', { name: 'List' }).click();
      await page.getByRole('cell', { name: 'is_bordered_by' }).first().waitFor();
      await page.getByText('Formal name of the state, in English').waitFor();
      await page.getByRole('article').getByRole('link', { name: 'microstate' }).click();
      await heading('microstate').waitFor();
      await page.goBack();
      await heading('country').waitFor();
    });
  });

  describe('the data', () => {
    it('are filtered by an address that works elsewhere as well', async () => {
      await enter('world/data/capital');
      await page.getByRole('region', { name: 'Entities' }).waitFor();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByLabel('Property or path').fill('latitude');
      await page.getByLabel('Comparison').selectOption('is less than');
      await page.getByLabel('Value').fill('1');
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByLabel('Property or path').last().fill('latitude');
      await page.getByLabel('Comparison').last().selectOption('is greater than');
      await page.getByLabel('Value').last().fill('-1');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('link', { name: 'Quito' }).waitFor();
      const shown = await page.locator('code.address').textContent();
      const rows = rowsOf(await admin.get(shown!.slice(`${service.api}/`.length)));
      await page.getByText(`${rows.length} rows`).waitFor();
      await page.getByRole('button', { name: 'name', exact: true }).click();
      await page.getByText('_order_=name').waitFor();
      const first = page.locator('.rows tbody tr').first();
      await first
        .getByText(String(rows.map(({ name }) => name as string).sort()[0]))
        .first()
        .waitFor();
    });

    it('are walked from an entity to its neighbours and theirs, masked for whom they are masked', async () => {
      await enter('world/entity/country/PRT');
      await heading('Portugal').waitFor();
      await page.getByText('XXXXXXXXX').waitFor();
      await page.getByRole('link', { name: 'Spain' }).first().click();
      await heading('Spain').waitFor();
      await page.getByRole('link', { name: 'Spanish', exact: true }).waitFor();
      await page.getByText('100+').waitFor();
    });

    it('are counted by a property, whose values become conditions', async () => {
      await enter('world/data/country');
      await page.getByLabel('Count by').selectOption('hemisphere');
      const values = page.getByRole('group', { name: 'Values of hemisphere' }).getByRole('button');
      await values.first().waitFor();
      const [northern, southern] = (await values.allTextContents()).map((text) => text.split(' '));
      expect([northern?.[0], southern?.[0], Number(northern?.[1]) + Number(southern?.[1])]).toEqual(['northern', 'southern', 250]); // prettier-ignore
      await values.last().click();
      await page.getByText(`${southern?.[1]} rows`).waitFor();
      expect(await page.locator('code.address').textContent()).toContain('_subj_=hemisphere&_op_=eq&_comp_=southern');
    });

    it('come in pages', async () => {
      await enter('world/data/country');
      await page.getByText('100 rows').waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('200 rows').waitFor();
    });

    it('show why a data source does not answer', async () => {
      const file = join(service.dataDir, 'sources', 'away.csv');
      mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
      writeFileSync(file, 'id,name\n1,x\n');
      rowsOf(await admin.sql("CREATE ONTOLOGY away; CREATE DATASOURCE d TYPE files OPTIONS (path = 'away.csv'); CREATE CONCEPT item (id integer, name string, PRIMARY KEY (id)); CREATE MAPPING m INTO item AS SELECT id, name FROM away; GRANT QUERY ON ontology.away TO USER reader", { ontology: 'system' })); // prettier-ignore
      rmSync(file);
      await enter('away/data/item');
      await page.getByRole('alert').waitFor();
      rowsOf(await admin.sql('DROP ONTOLOGY away', { ontology: 'away' }));
    });
  });

  describe('a statement', () => {
    const type = async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Statement' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(text);
    };

    it('is completed step by step from the model, runs, and can be sent as a link', async () => {
      await enter('world/ask');
      await type('SELECT name FROM city LIMIT 1');
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.type(', in_c');
      await page.getByRole('option', { name: /in_country\[country\]/ }).waitFor();
      await page.waitForTimeout(100); // a suggestion cannot be accepted in its first 75 ms
      await page.keyboard.press('Tab');
      await page.getByRole('option', { name: /^official_name/ }).waitFor();
      await page.keyboard.type('offi');
      await page.getByRole('option', { name: /^official_name/ }).waitFor();
      await page.waitForTimeout(100); // a suggestion cannot be accepted in its first 75 ms
      await page.keyboard.press('Tab');
      await page.keyboard.type('`');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('columnheader', { name: 'in_country[country].official_name' }).waitFor();
      await page.getByText('1 row,').waitFor();
      const link = page.url();
      expect(decodeURIComponent(link.replaceAll('+', ' '))).toContain('SELECT name, `in_country[country].official_name` FROM city'); // prettier-ignore
      const other = await openTab(browser);
      await logIn(other.page, link, 'reader', 'pw of reader');
      await other.page.getByText('official_name').first().waitFor();
      await other.page.close();
    });

    it('has its error marked at the wrong word while one writes', async () => {
      await enter('world/ask');
      await type('SELECT name, populaton FROM city');
      const marked = page.locator('.cm-lintRange-error');
      await marked.waitFor();
      expect(await marked.textContent()).toBe('populaton');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('alert').getByText('did you mean').waitFor();
    });

    it('are written in tabs, which keep their statements and rows', async () => {
      await enter('world/ask?q=SELECT+name+FROM+continent');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('cell', { name: 'Africa' }).waitFor();
      await page.getByRole('button', { name: 'New tab' }).click();
      expect(await page.getByRole('cell', { name: 'Africa' }).count()).toBe(0);
      await page.getByRole('textbox', { name: 'Statement' }).click();
      await page.keyboard.type("SELECT name FROM language WHERE name = 'Greek'");
      await page.keyboard.press('Control+Enter');
      await page.getByRole('cell', { name: 'Greek' }).waitFor();
      await page.getByRole('tab', { selected: true }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('cell', { name: 'Africa' }).waitFor();
      expect(await page.getByRole('cell', { name: 'Greek' }).count()).toBe(0);
      await page.goto(`${address}#/world/ask?q=SELECT+name+FROM+region`);
      await page.getByRole('tab', { name: 'SELECT name FROM region', selected: true }).waitFor();
      await page.reload();
      expect(await page.getByRole('tab').count()).toBe(3);
      await page.getByRole('button', { name: 'Close the tab' }).click();
      await page.getByRole('tab', { name: 'SELECT name FROM langua…', selected: true }).waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('Password').waitFor();
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    });

    it('are kept for a user whose session has ended, and for no other', async () => {
      await enter('world/ask?q=SELECT+name+FROM+region');
      await page.getByRole('tab', { name: 'SELECT name FROM region' }).waitFor();
      rowsOf(await admin.sql('REVOKE TOKENS FROM USER reader', { ontology: 'system' }));
      await page.reload();
      await page.getByText('Your session has ended.').waitFor();
      const keys = () => page.evaluate<readonly string[]>('Object.keys(sessionStorage)');
      expect(await keys()).toContain('tabs of world');
      await logIn(page, `${address}#/world/ask`, 'reader', 'pw of reader');
      await page.getByRole('tab', { name: 'SELECT name FROM region' }).waitFor();
      rowsOf(await admin.sql('REVOKE TOKENS FROM USER reader', { ontology: 'system' }));
      await page.reload();
      await page.getByText('Your session has ended.').waitFor();
      await logIn(page, `${address}#/world/ask`, 'nobody', 'pw of nobody');
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      expect(await keys()).not.toContain('tabs of world');
    });

    it('is saved as a file of each format', async () => {
      await enter('world/ask?q=SELECT+name+FROM+region+ORDER+BY+name');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const saved = async (format: string, ending: string): Promise<Buffer> => {
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByLabel('Save as').selectOption(format)]); // prettier-ignore
        expect(file.suggestedFilename()).toBe(`world.${ending}`);
        return readFileSync(await file.path());
      };
      const names = rowsOf(await admin.sql('SELECT name FROM region ORDER BY name')).map(({ name }) => [name]);
      expect((await readParquet(await saved('Parquet', 'parquet'))).rows).toEqual(names);
      expect(readArrow(await saved('Arrow', 'arrows')).rows).toEqual(names);
      expect(readXlsx(await saved('Excel (XLSX)', 'xlsx'))[0]?.rows.slice(1)).toEqual(names);
      expect(String(await saved('CSV', 'csv'))).toMatch(/^name\r\n/);
      expect(String(await saved('JSON lines', 'ndjson'))).toMatch(/^\{"name":/);
    });

    it('shows a line for numbers in the order of years', async () => {
      await enter(`world/ask?${new URLSearchParams({ q: "SELECT 2020 + LENGTH(name) AS year, COUNT(*) AS n FROM region GROUP BY 2020 + LENGTH(name) ORDER BY year" }).toString()}`); // prettier-ignore
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Chart' }).click();
      await page.getByRole('img', { name: /^n by year, from 20\d\d to 20\d\d$/ }).waitFor();
      expect(await page.locator('polyline').getAttribute('points')).toMatch(/^0\.0,[\d.]+ .* 1000\.0,[\d.]+$/);
    });

    it('shows a chart of a grouped answer, the statement for the database, and what was asked before', async () => {
      await enter(
        'world/ask?q=SELECT+`in_region[region].name`+AS+region,+COUNT(*)+AS+countries+FROM+country+GROUP+BY+`in_region[region].name`',
      );
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Chart' }).click();
      await page.getByText('countries by region').waitFor();
      await page.getByText('Caribbean').waitFor();
      await page.getByRole('button', { name: 'Statement for the database' }).click();
      await page.locator('pre').getByText('GROUP BY').waitFor();
      expect(await page.getByLabel('Earlier statements').locator('option').count()).toBe(2);
    });

    it('may be the longest answer there is, of which only the visible rows are drawn', async () => {
      await enter('world/ask?q=SELECT+name,+population+FROM+city+LIMIT+10000');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('10000 rows').waitFor();
      expect(await page.locator('.rows tbody tr').count()).toBeLessThan(200);
      await page.getByRole('region', { name: 'Rows of the answer' }).press('End');
      await page.locator('tr[aria-rowindex="10001"]').waitFor();
    });
  });

  describe('the history', () => {
    it('shows what a version has changed and broken, and restores an earlier one', async () => {
      const statements = [
        "CREATE ONTOLOGY past; CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'world.duckdb'); CREATE CONCEPT town (id integer, name string, PRIMARY KEY (id)); GRANT ADMIN ON ontology.past TO USER reader",
        "CREATE OR REPLACE CONCEPT town (id integer, PRIMARY KEY (id)) DESCRIPTION 'Without names'",
      ];
      rowsOf(await admin.sql(statements[0]!, { ontology: 'system' }));
      rowsOf(await admin.sql(statements[1]!, { ontology: 'past' }));
      await enter('past/history');
      await page.getByText('concept `town`: the property `name` does not exist any more').waitFor();
      await page.getByText("DESCRIPTION = 'Without names'").waitFor();
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
      await page.getByText('CREATE ONTOLOGY `past`').waitFor();
      await page.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByRole('button', { name: 'Restore it now' }).click();
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('listitem').nth(2).waitFor();
      await page.goto(`${address}#/past/ontology/town`);
      await page.getByRole('cell', { name: 'name', exact: true }).waitFor();
      rowsOf(await admin.sql('DROP ONTOLOGY past', { ontology: 'past' }));
    });

    it('refuses to restore without the right to do so', async () => {
      rowsOf(await admin.sql("ALTER ONTOLOGY world SET DESCRIPTION = 'The Earth'", { ontology: 'world' }));
      await enter('world/history');
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
      await page.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByRole('button', { name: 'Restore it now' }).click();
      await page.getByRole('alert').getByText('this needs the right ADMIN').waitFor();
    });
  });

  describe('the sources', () => {
    it('are listed with the script of the ontology, and checked by those who may change it', async () => {
      await enter('world/sources');
      await page.getByRole('region', { name: 'Data sources' }).getByText('duckdb').waitFor();
      await page.getByText(/ 1 {2}CREATE OR REPLACE ONTOLOGY `world`/).waitFor();
      await page.getByRole('button', { name: 'Check the ontology' }).click();
      await page.getByRole('alert').getByText('this needs the right EDIT').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await logIn(page, `${address}#/world/sources`, service.admin.name, service.admin.password);
      await page.getByRole('button', { name: 'Check the ontology' }).click();
      await page.getByText('Nothing is wrong.').waitFor();
    });
  });

  describe('the audit log', () => {
    it('shows administrators the requests of a user that contain a text', async () => {
      await admin.sql("SELECT name FROM capital WHERE name = 'Suva'");
      await admin.sql('SELECT name FROM continent');
      await enter();
      await page.goto(`${address}#/world/audit`);
      await page.getByText('There are no entries that you may see.').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await logIn(page, `${address}#/world/audit`, service.admin.name, service.admin.password);
      await page.getByLabel('User').fill(service.admin.name);
      await page.getByLabel('Statement contains').fill('FROM capital');
      await page.getByLabel('Outcome').selectOption('success');
      await page.getByRole('button', { name: 'Read' }).click();
      await page.getByText('FROM continent').first().waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Entries' }).getByText('FROM capital').first().waitFor();
      expect(await page.getByText('FROM continent').count()).toBe(0);
    });

    it('shows those who administer data sources their state', async () => {
      await enter();
      await page.goto(`${address}#/world/audit`);
      await page.getByText('You administer no data source.').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await logIn(page, `${address}#/world/audit`, service.admin.name, service.admin.password);
      const states = page.getByRole('region', { name: 'State of data sources' });
      await states.getByRole('cell', { name: 'available' }).waitFor();
      await page.getByRole('button', { name: 'Refresh the state of the data sources' }).click();
      await states.getByRole('cell', { name: 'duckdb' }).waitFor();
    });
  });

  describe('the account', () => {
    it('shows rights, and creates and revokes a token that only reads this ontology', async () => {
      await enter();
      await page.getByRole('link', { name: 'reader' }).click();
      await page.getByRole('cell', { name: 'QUERY', exact: true }).waitFor();
      await page.getByLabel('Name of a new token').fill("it's new");
      await page.getByRole('button', { name: 'Create' }).click();
      const code = page.locator('p[role=status] code');
      await code.waitFor();
      const client = new Client(service.api, (await code.textContent())!);
      expect(await client.select('SELECT name FROM continent LIMIT 1')).toHaveLength(1);
      expect((await client.sql('CREATE PROPERTY p string')).status).toBe(403);
      await page.getByRole('button', { name: "Revoke it's new" }).click();
      await page.getByRole('button', { name: "Revoke it's new" }).waitFor({ state: 'detached' });
      expect((await client.get('get_ontologies')).status).toBe(401);
    });

    it('changes the password, which ends the session', async () => {
      await enter();
      await page.goto(`${address}#/world/account`);
      await page.getByLabel('Previous password').fill('wrong');
      await page.getByLabel('New password').fill("new \\ 'password'");
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('alert').getByText('password').waitFor();
      await page.getByLabel('Previous password').fill('pw of reader');
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByText('Your session has ended.').waitFor();
      await logIn(page, address, 'reader', "new \\ 'password'");
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      rowsOf(await admin.sql("ALTER USER reader SET PASSWORD 'pw of reader'", { ontology: 'system' }));
    });
  });

  describe('for everybody', () => {
    const SCREENS = ['world/ontology', 'world/ontology/country', 'world/data/country', 'world/entity/country/PRT', 'world/sources', 'world/connect', 'world/access', 'world/history', 'world/audit', 'world/account', 'world/ask?q=SELECT+name+FROM+city+LIMIT+3']; // prettier-ignore

    const WINDOWS = [
      [1_440, 'light'],
      [1_440, 'dark'],
      [360, 'dark'],
      [360, 'light'],
    ] as const;

    it.each(oneOf(WINDOWS, 0))(
      'fits a window of %i pixels, %s, without a serious fault of accessibility',
      async (width, colorScheme) => {
        page = await running().reopen({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
        await enter();
        for (const screen of SCREENS) {
          await page.goto(`${address}#/${screen}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          if (screen.includes('ask')) await page.getByRole('button', { name: 'Run', exact: true }).click();
          await page.waitForLoadState('networkidle');
          expect([screen, await findFaultsOfAccess(page)]).toEqual([screen, []]);
          expect([screen, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([screen, width]);
        }
      },
      60_000,
    );

    it('opens and searches a model of two thousand concepts', async () => {
      const concepts = Array.from({ length: MANY }, (_, index) => {
        const parent = index < 10 ? '' : ` INHERITS (part_${Math.floor(index / 10)})`;
        return `CREATE CONCEPT part_${index} (serial_${index} integer${index < 10 ? `, PRIMARY KEY (serial_${index})` : ''})${parent} DESCRIPTION = 'Part number ${index}'`;
      });
      rowsOf(await admin.sql(`CREATE ONTOLOGY large; ${concepts.join(';')}; GRANT ACCESS ON ontology.large TO USER reader`, { ontology: 'system' })); // prettier-ignore
      await enter();
      const begin = Date.now();
      await page.goto(`${address}#/large/ontology`);
      await heading('large').waitFor();
      const opened = Date.now() - begin;
      expect(opened).toBeLessThan(3_000);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('part number 789');
      await page.getByRole('option', { name: 'part_789' }).waitFor();
      process.stdout.write(`console: ${MANY} concepts opened after ${opened} ms\n`);
      await page.keyboard.press('Enter');
      await heading('part_789').waitFor();
      await page.getByRole('link', { name: 'part_78', exact: true }).first().waitFor();
    }, 60_000);
  });
});
