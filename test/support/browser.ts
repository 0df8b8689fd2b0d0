import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The program of Debian's package `chromium`. */
export const CHROMIUM = 'chromium';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']; // prettier-ignore

/** Builds the console into `dist`, where the service finds it. */
export function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, '../../console/build.mjs')]);
  if (status !== 0) throw new Error(String(stderr));
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: `/usr/bin/${CHROMIUM}`, args: ARGUMENTS });
}

/** Options of a tab, such as the size of its window. */
type TabOptions = NonNullable<Parameters<Browser['newPage']>[0]>;

/** A tab, and what its page reported: errors of scripts, and violations of the content security policy. */
export interface Tab {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** Opens a tab with a session storage of its own. An error answer that a test expects is not a fault. */
export async function openTab(browser: Browser, options: TabOptions = {}): Promise<Tab> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of');
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(message.text());
  });
  return { page, faults };
}

/** Logs in at the page of the console at this address. */
export async function logIn(page: Page, address: string, user: string, password: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Returns the serious and critical faults that axe finds on the page. */
export async function findFaultsOfAccess(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>('axe.run()');
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
