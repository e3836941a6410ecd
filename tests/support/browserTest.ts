import { type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { type ChildServer, startChildServer } from './childServer.ts';
import { PATIENT } from './patience.ts';

interface WorkerFixtures {
  /** The worker's own server and database. Its clock runs and can be moved ahead. */
  server: ChildServer;
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

  page: async ({ page }, use) => {
    const complaints = listenForComplaints(page);
    await use(page);
    expect(complaints, 'the console is quiet').toEqual([]);
  },

  openWindow: async ({ browser, baseURL, viewport, locale, timezoneId, reducedMotion }, use) => {
    const complaints: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        viewport,
        reducedMotion,
        ...(baseURL && { baseURL }),
        ...(locale && { locale }),
        ...(timezoneId && { timezoneId }),
        serviceWorkers: 'block',
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      listenForComplaints(page, complaints);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'the consoles are quiet').toEqual([]);
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
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  return complaints;
}
