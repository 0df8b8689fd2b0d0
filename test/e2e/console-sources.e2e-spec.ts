import type { Page } from 'playwright-core';
import { addUserWith } from '../support/add-user';
import { findFaultsOfAccess, logIn } from '../support/browser';
import { type Client, rowsOf } from '../support/client';
import { describeConsole } from '../support/console-suite';
import { createDatabase, type Database, defineSource } from '../support/define-source';
import type { RunningService } from '../support/service';
import { describeWithMariaDb } from '../support/services';

const TABLES = [
  'CREATE TABLE places (id INTEGER PRIMARY KEY, name VARCHAR(20))',
  'CREATE TABLE parts (id INTEGER PRIMARY KEY, label VARCHAR(20), place_id INTEGER NOT NULL, FOREIGN KEY (place_id) REFERENCES places (id))',
  "INSERT INTO places VALUES (1, 'Rome'), (2, 'Oslo')",
  "INSERT INTO parts VALUES (10, 'bolt', 2), (11, 'nut', 2)",
];

describeConsole('the sources in the console', {}, (running) => {
  let service: RunningService;
  let admin: Client;
  let address: string;
  let page: Page;
  beforeAll(() => {
    ({ service, admin, address } = running());
  });
  beforeEach(() => {
    ({ page } = running());
  });

  const enter = async (screen: string, user = service.admin.name, password = service.admin.password): Promise<void> => {
    await logIn(page, `${address}${screen}`, user, password);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('are asked for where there is no ontology, tested, drafted, corrected and applied', async () => {
    await defineSource(service, 'duckdb', { ontology: 'stock', tables: TABLES, script: '' });
    rowsOf(await admin.sql('DROP ONTOLOGY stock', { ontology: 'stock' }));
    await enter('');
    await heading('Connect a data source').waitFor();
    await page.getByLabel('Name of the ontology').fill('depot');
    await page.getByLabel('Type').selectOption('DuckDB file');
    await page.getByLabel('Path').fill('stok.duckdb');
    await press('Test the connection');
    await page.getByRole('alert').getByText('there is no file with this path').waitFor();
    await page.getByLabel('Path').fill('stock.duckdb');
    await press('Test the connection');
    await page.getByText('Reachable, with 2 tables').waitFor();
    await press('Draft an ontology');
    await page.getByText('Nothing is wrong: the script can be applied.').waitFor();
    expect(await findFaultsOfAccess(page)).toEqual([]);
    const editor = page.getByRole('textbox', { name: 'Draft' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('ALTER ONTOLOGY `depot` SET duplicate = 1;');
    expect(await page.getByText('Nothing is wrong').count()).toBe(0);
    await press('Apply');
    await page.getByRole('button', { name: /^Line \d+$/ }).click();
    expect((await admin.get('get_ontology/depot')).status).toBe(404);
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await press('Apply');
    await heading('depot').waitFor();
    const rows = await admin.select('SELECT `place.name` FROM parts', { ontology: 'depot' });
    expect(rows).toEqual([{ 'place.name': 'Oslo' }, { 'place.name': 'Oslo' }]);
    await page.getByRole('link', { name: 'Sources' }).click();
    await press('Test depot');
    await page.getByText('Reachable, with 2 tables').waitFor();
  }, 60_000);

  it('are added to an ontology that is open', async () => {
    await defineSource(service, 'duckdb', { ontology: 'growing', tables: TABLES, script: 'CREATE CONCEPT parts (id integer, PRIMARY KEY (id))' }); // prettier-ignore
    await enter('#/growing/connect');
    await press('The ontology growing');
    await page.getByLabel('Name of the data source').fill('more');
    await page.getByLabel('Type').selectOption('DuckDB file');
    await page.getByLabel('Path').fill('growing.duckdb');
    await press('Draft what it adds');
    await page.getByText('Nothing is wrong: the script can be applied.').waitFor();
    await press('Apply');
    await heading('growing').waitFor();
    await page.getByRole('link', { name: 'more_parts' }).first().waitFor();
    const rows = await admin.select('SELECT label FROM more_parts', { ontology: 'growing' });
    expect(rows).toHaveLength(2);
  }, 60_000);

  it('show what a check finds below the lines of the script', async () => {
    const script = "ALTER ONTOLOGY faulty SET check_mappings = 'off'; CREATE CONCEPT part (id integer, PRIMARY KEY (id)); CREATE MAPPING map_part INTO (part) AS SELECT idd AS id FROM parts"; // prettier-ignore
    await defineSource(service, 'duckdb', { ontology: 'faulty', tables: TABLES, script });
    await enter('#/faulty/sources');
    await press('Check the ontology and its data sources');
    await page.getByRole('region', { name: 'Findings' }).getByText('idd').waitFor();
    expect(await page.locator('mark.finding').allTextContents()).toEqual([expect.stringMatching(/^error: .*`idd`/)]);
    expect(await page.locator('pre > span').first().textContent()).toMatch(/REPLACE MAPPING `map_part`\nerror: /);
  });

  it('are refused to users who may not define them', async () => {
    await defineSource(service, 'duckdb', { ontology: 'plain', tables: TABLES, script: '' });
    await addUserWith(service, 'reader', 'GRANT QUERY ON ontology.plain');
    await enter('#/plain/connect', 'reader', 'pw of reader');
    await page.getByLabel('Name of the ontology').fill('other');
    await page.getByLabel('Type').selectOption('DuckDB file');
    await page.getByLabel('Path').fill('plain.duckdb');
    await press('Test the connection');
    await page.getByRole('alert').getByText('this needs the right CREATE DATASOURCE').waitFor();
    await press('Draft an ontology');
    await page.getByRole('alert').getByText('this needs the right CREATE').waitFor();
  });

  describeWithMariaDb('on a server', () => {
    let database: Database;
    beforeAll(async () => {
      database = (await createDatabase('mysql', 'console'))!;
      await database.run(TABLES);
    });
    afterAll(() => database.drop());

    it('are opened with a password that is never shown', async () => {
      const options = database.options;
      const user = `u${String(options.get('database')).slice(-8)}`;
      const secret = "s'ecret \\ word";
      await database.run([`CREATE USER '${user}' IDENTIFIED BY 's''ecret \\\\ word'`, `GRANT SELECT ON ${options.get('database')}.* TO '${user}'`]); // prettier-ignore
      await enter('');
      await page.goto(`${address}#/depot/connect`);
      await page.getByLabel('Name of the ontology').fill('served');
      for (const [label, value] of [['Host', options.get('host')], ['Port', options.get('port')], ['Database', options.get('database')], ['User', user], ['Password', 'wrong']] as const) await page.getByLabel(label, { exact: true }).fill(value ?? ''); // prettier-ignore
      await press('Test the connection');
      await page.getByRole('alert').getByText('Access denied').waitFor();
      await page.getByLabel('Password').fill(secret);
      await press('Draft an ontology');
      await page.getByText('Nothing is wrong: the script can be applied.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Draft' }).textContent()).not.toContain('ecret');
      await press('Apply');
      await heading('served').waitFor();
      expect(await admin.select('SELECT name FROM places ORDER BY name', { ontology: 'served' })).toHaveLength(2);
      await database.run([`DROP USER '${user}'`]);
    }, 60_000);
  });
});
