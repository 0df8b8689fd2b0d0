import type { Page } from 'playwright-core';
import { addUserWith } from '../support/add-user';
import { getToken, makeBearer } from '../support/bearer';
import { findFaultsOfAccess, logIn } from '../support/browser';
import { Client, type Row } from '../support/client';
import { describeConsole } from '../support/console-suite';
import { defineSource } from '../support/define-source';
import type { RunningService } from '../support/service';

const TABLES = [
  'CREATE TABLE people (id INTEGER, name VARCHAR, email VARCHAR, city VARCHAR)',
  "INSERT INTO people VALUES (1, 'Ida', 'ida@example.org', 'Oslo'), (2, 'Jon', 'jon@example.org', 'Bergen')",
];
const MODEL = `CREATE CONCEPT person (id integer, name string, email string, city string, PRIMARY KEY (id), LABEL (name));
  CREATE MAPPING people INTO (person) AS SELECT id, name, email, city FROM people`;

describeConsole('access in the console', { MASK_COLUMNS: 'none' }, (running) => {
  let service: RunningService;
  let address: string;
  let page: Page;
  beforeAll(async () => {
    ({ service, address } = running());
    await defineSource(service, 'duckdb', { ontology: 'shop', tables: TABLES, script: MODEL });
  }, 60_000);
  beforeEach(() => {
    ({ page } = running());
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const done = (statement: string) => page.getByText(`Done: ${statement}`).waitFor();
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

  it('is given to a new user, explained, masked, filtered and taken again', async () => {
    await logIn(page, `${address}#/shop/access`, service.admin.name, service.admin.password);
    await fill('Name of a new user', 'ann');
    await fill('Password', "a 'quoted' \\ password");
    await press('Create the user');
    await done("CREATE USER `ann` PASSWORD '...'");
    await fill('Name of a new role', 'clerk');
    await press('Create the role');
    await done('CREATE ROLE `clerk`');
    await fill('Role', 'clerk');
    await fill('of user', 'ann');
    await press('Grant the role');
    await done('GRANT ROLE `clerk` TO USER `ann`');
    await fill('Name of the user or role', 'clerk');
    await page.getByLabel('on shop to the').selectOption('role');
    await press('Grant');
    await done('GRANT QUERY ON ontology.`shop` TO ROLE `clerk`');
    const token = await getToken(service.api, makeBearer('ann', "a 'quoted' \\ password", service.salt));
    const ann = new Client(service.api, token);
    const people = (): Promise<readonly Row[]> => ann.select('SELECT email, city FROM person ORDER BY id', { ontology: 'shop' }); // prettier-ignore
    const [ida, jon] = [{ email: 'ida@example.org', city: 'Oslo' }, { email: 'jon@example.org', city: 'Bergen' }]; // prettier-ignore
    expect(await people()).toEqual([ida, jon]);

    await fill('User', 'ann');
    await page.locator('form', { hasText: 'Explain' }).getByLabel('Concept').selectOption('person');
    await press('Explain');
    const seen = page.getByRole('region', { name: 'What the user sees' });
    const row = (object: string) => seen.getByRole('row', { name: object });
    await row('property `email` plain').waitFor();
    await row('schema `dsvc` query QUERY ON ontology.`shop` of role `clerk`').waitFor();

    await page.getByLabel('Hide', { exact: false }).first().selectOption('email');
    await page.getByLabel('and show').selectOption('a text');
    await press('Hide');
    await done("CREATE POLICY `hide_email` MASK PROPERTY `email` WITH constant('hidden')");
    await row('property `email` masked policy `hide_email`').waitFor();
    expect(await people()).toEqual([{ ...ida, email: 'hidden' }, { ...jon, email: 'hidden' }]); // prettier-ignore
    expect(await findFaultsOfAccess(page)).toEqual([]);

    await page.getByLabel('Show only the').selectOption('person');
    await fill('where', "city = 'Oslo'");
    await fill('to members of the role', 'clerk');
    await press('Filter');
    await done("CREATE POLICY `person_of_clerk` FILTER `person` WHERE city = 'Oslo' TO ROLE `clerk`");
    await row('entities some').waitFor();
    expect(await people()).toEqual([{ ...ida, email: 'hidden' }]);

    await page.goto(`${address}#/shop/ontology/person`);
    await page.getByText('Masks and filters of its entities').click();
    await page.getByText('POLICY `person_of_clerk`').waitFor();
    await page.getByText('POLICY `hide_email`').waitFor();
    await page.goto(`${address}#/shop/access`);

    await fill('Owner of tokens', 'ann');
    await press('Show the tokens');
    await page.getByRole('region', { name: 'Valid tokens' }).getByRole('row').nth(1).waitFor();
    await fill('Name of a new token', 'for a report');
    await press('Create');
    const issued = await page.getByText('Copy it now').locator('code').textContent();
    const report = new Client(service.api, issued ?? '');
    expect(await report.select('SELECT email FROM person', { ontology: 'shop' })).toEqual([{ email: 'hidden' }]);
    await press('Revoke for a report');
    await page.getByRole('button', { name: 'Revoke for a report' }).waitFor({ state: 'detached' });
    expect((await report.get('get_ontologies')).status).toBe(401);

    await fill('User', 'ann');
    await page.locator('form', { hasText: 'Explain' }).getByLabel('Concept').selectOption('person');
    await press('Explain');
    await press('Drop hide_email');
    await done('DROP POLICY `hide_email`');
    await row('property `email` plain').waitFor();
    expect(await people()).toEqual([ida]);
    await press('Revoke QUERY on ontology.`shop` from clerk');
    await row('schema `dsvc` none').waitFor();
    expect((await ann.sql('SELECT email FROM person', { ontology: 'shop' })).status).toBe(403);
    await press('Disable ann');
    await row('user none the user is disabled').waitFor();
    expect((await ann.get('get_ontologies')).status).toBe(401);
  }, 60_000);

  it('names the place of a condition that is wrong, and changes nothing', async () => {
    await logIn(page, `${address}#/shop/access`, service.admin.name, service.admin.password);
    await fill('where', "cty = 'Oslo'");
    await page.getByLabel('Show only the').selectOption('person');
    await fill('to members of the role', 'public');
    await press('Filter');
    await page.getByRole('alert').getByText('did you mean "city"?').waitFor();
    expect(await page.getByRole('button', { name: 'Drop person_of_public' }).count()).toBe(0);
  });

  it('is not shown to users without rights', async () => {
    await addUserWith(service, 'reader', 'GRANT QUERY ON ontology.shop');
    await logIn(page, `${address}#/shop/access`, 'reader', 'pw of reader');
    await page.getByText('There are no permissions that you may revoke.').waitFor();
    await page.getByRole('alert').getByText('this needs ADMIN ON ALL').first().waitFor();
    await fill('User', service.admin.name);
    await press('Explain');
    await page.getByRole('alert').getByText('this needs the right ADMIN on ontology "shop"').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('clerk');
  });
});
