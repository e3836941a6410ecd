import { type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { type ChildServer, startChildServer } from './childServer.ts';
import { PATIENT } from './patience.ts';
import { WINDOW, Windows } from './windows.ts';

interface WorkerFixtures {
  /** The worker's own server and database. Its clock runs and can be moved ahead. */
  server: ChildServer;
  /** Where `page` and `openWindow` take their windows from. */
  windows: Windows;
}

interface TestFixtures {
  /** A server and database of this test's own, for tests that count all data. */
  ownServer: ChildServer;
  /** One of this test's own as it is freshly installed: new players have play money. */
  freshServer: ChildServer;
  /** Opens a window of another user, with its own storage. */
  openWindow: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Playwright's test with a server. It fails on every error in the browser's console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, use) => whileServing(use),
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern -- as above
  ownServer: async ({}, use) => whileServing(use),

  // oxlint-disable-next-line no-empty-pattern -- as above
  freshServer: async ({}, use) => whileServing(use, { PLAY_CREDIT: '1000' }),

  baseURL: async ({ server }, use) => use(server.url),

  windows: [
    async ({ browser, server }, use) => {
      const windows = new Windows(browser, { ...WINDOW, baseURL: server.url });
      await use(windows);
      await windows.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ page }, use) => use(page.context()),

  page: async ({ windows, viewport, reducedMotion, serviceWorkers }, use, { errors }) => {
    const page = await windows.take({ viewport, reducedMotion, serviceWorkers });
    const complaints = listenForComplaints(page);
    await use(page);
    expect(complaints, 'the console is quiet').toEqual([]);
    // A failed test's window is captured, and its worker replaced.
    if (errors.length === 0) await windows.giveBack(page);
  },

  openWindow: async ({ browser, windows, viewport, reducedMotion, serviceWorkers }, use, { errors }) => {
    const complaints: string[] = [];
    const pages: Page[] = [];
    await use(async ({ baseURL: otherURL, ...look } = {}) => {
      const wanted = { viewport, reducedMotion, serviceWorkers, ...look };
      const page = otherURL
        ? await browser.newContext({ ...WINDOW, ...wanted, baseURL: otherURL }).then((context) => context.newPage())
        : await windows.take(wanted);
      pages.push(page);
      listenForComplaints(page, complaints);
      return page;
    });
    expect(complaints, 'the consoles are quiet').toEqual([]);
    if (errors.length > 0) return;
    await Promise.all(pages.map((page) => windows.giveBack(page)));
  },
});

async function whileServing(
  use: (server: ChildServer) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const server = await startChildServer({ clock: 'moving', env, deadlineScale: PATIENT });
  await use(server);
  await server.stop();
}

/** Collects the console errors of a page from now on. */
export function listenForComplaints(page: Page, complaints: string[] = []): string[] {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // The browser doesn't name the address of a resource in the text.
    const { url } = message.location();
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()} (${url})`);
  });
  return complaints;
}
