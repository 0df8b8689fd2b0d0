import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { logIn, openBrowser, openTab } from './browser';
import { makeServiceFolder, PASSWORD, startServiceProcess, sweepUp } from './service-process';

const FOLDER = join(__dirname, '../../docs/pictures');
const STATEMENT =
  'SELECT `in_country[country].name` AS country, COUNT(*) AS cities\nFROM megacity\nGROUP BY `in_country[country].name`\nORDER BY cities DESC';

/** Writes the pictures of the console that README.md shows, over the demo. */
async function takePictures(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = makeServiceFolder();
  const service = await startServiceProcess(folder, { DATABASE_URL: '', CONSOLE: 'on' });
  const browser = await openBrowser();
  try {
    const { page } = await openTab(browser, { viewport: { width: 1_000, height: 900 }, colorScheme: 'light' });
    const address = `${service.url}/svc/console/`;
    await logIn(page, address, 'admin', PASSWORD);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${address}#/world/ontology/country`);
    await page.locator('.picture canvas').first().waitFor();
    await page.waitForTimeout(500); // the picture is drawn
    await page.screenshot({ path: join(FOLDER, 'console-ontology.png') });
    await page.goto(`${address}#/world/ask?${new URLSearchParams({ q: STATEMENT }).toString()}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.screenshot({ path: join(FOLDER, 'console-ask.png') });
  } finally {
    await browser.close();
    await sweepUp(folder, service);
  }
}

takePictures().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
