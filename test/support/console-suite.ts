import type { Browser, Page } from 'playwright-core';
import { buildConsole, CHROMIUM, openBrowser, openTab, type Tab } from './browser';
import { Client } from './client';
import { type RunningService, startService } from './service';
import { describeWithProgram } from './services';

/** A service with its console, and a browser. */
export interface RunningConsole {
  readonly service: RunningService;
  /** A client of the first administrator. */
  readonly admin: Client;
  /** The address of the first screen. */
  readonly address: string;
  readonly browser: Browser;
  /** The page of the test; there is none before the first test. */
  readonly page: Page;
  /** Replaces the tab of the test by one with these options, and returns its page. */
  readonly reopen: (options: Parameters<typeof openTab>[1]) => Promise<Page>;
}

/**
 * A suite over the console of a service in a browser. `settings` are environment variables. Each test has a tab of its own, and fails if
 * the page reported an error or broke the content security policy.
 */
export function describeConsole(
  title: string,
  settings: Readonly<Record<string, string>>,
  suite: (running: () => RunningConsole) => void,
): void {
  describeWithProgram(CHROMIUM, title, () => {
    let service: RunningService;
    let browser: Browser;
    let tab: Tab;
    beforeAll(async () => {
      buildConsole();
      service = await startService({ CONSOLE: 'on', ...settings });
      browser = await openBrowser();
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      await service.close();
    });
    beforeEach(async () => {
      tab = await openTab(browser);
    });
    afterEach(async () => {
      expect(tab.faults).toEqual([]);
      await tab.page.close();
    });
    const reopen: RunningConsole['reopen'] = async (options) => {
      await tab.page.close();
      tab = await openTab(browser, options);
      return tab.page;
    };
    suite(() => ({
      service,
      admin: new Client(service.api, service.token),
      address: `${service.url}/svc/console/`,
      browser,
      get page() {
        return tab.page;
      },
      reopen,
    }));
  });
}
