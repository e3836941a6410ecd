import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { TappedWire } from '../support/tappedWire.ts';
import { WINDOW } from '../support/windows.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';

/** A new browser with a service worker, on a server whose requests are counted. */
const test = base.extend<{ wire: TappedWire; window: Page }>({
  wire: async ({ server }, use) => {
    const wire = await TappedWire.open(server.url);
    await use(wire);
    await wire.close();
  },
  window: async ({ browser, wire, viewport }, use) => {
    const context = await browser.newContext({ ...WINDOW, serviceWorkers: 'allow', baseURL: wire.url, viewport });
    await use(await context.newPage());
    await context.close();
  },
});

/** Waits until the service worker answers for the page, and preloads its navigations. */
async function controlled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { navigationPreload } = await navigator.serviceWorker.ready;
        return navigator.serviceWorker.controller !== null && (await navigationPreload.getState()).enabled;
      }),
    )
    .toBe(true);
}

/** Presses what downloads a file, and returns its text. The request is sent once, and the page stays. */
async function download(page: Page, wire: TappedWire, path: string, press: () => Promise<void>): Promise<string> {
  const [before, address] = [wire.count(path), page.url()];
  const started = page.waitForEvent('download');
  await press();
  const file = await (await started).path();
  expect([path, wire.count(path) - before, page.url()]).toEqual([path, 1, address]);
  return readFile(file, 'utf8');
}

/** On the page that the worker has just taken over, and on the next one. */
async function onBothVisits(page: Page, person: Person, path: string, options: object, run: () => Promise<void>) {
  await openAs(page, person, path, options);
  await controlled(page);
  await run();
  await openAs(page, person, path, options);
  await controlled(page);
  await run();
}

test('a player downloads statement and data on the first visit and a later one', async ({
  window: page,
  wire,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 300 });
  const press = (name: string) => () => page.getByRole('button', { name }).click();
  await onBothVisits(page, player, '/account/Statement', {}, async () => {
    const pdf = await download(page, wire, '/records/statement.pdf', press('Download PDF'));
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(await download(page, wire, '/records/statement.csv', press('Download CSV'))).toMatch(/^\S+,/);
  });
  await onBothVisits(page, player, '/account/SettingCenter/yourData', {}, async () => {
    const data = await download(page, wire, '/records/personal-data.json', press('Download my data'));
    expect(JSON.parse(data).profile[0].email).toBe(player.email);
  });
});

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a player downloads the document of a ticket on the first visit and a later one', async ({
  window: page,
  wire,
  server,
}) => {
  const player = await givenPlayer(server);
  const document = `data:image/png;base64,${dot.toString('base64')}`;
  const { ticket } = await player.perform(
    'raiseTicket',
    { ticketType: 'UPI_PAYMENT_STUCK', description: 'See.', document, documentName: 'dot.png' },
    'ticket { document { path } }',
  );
  await onBothVisits(page, player, '/account/Support', {}, async () => {
    const { path: url } = await player.perform('createDownloadLink', { path: ticket.document.path }, 'path');
    const press = () => page.evaluate((link) => location.assign(link), url as string);
    expect(await download(page, wire, ticket.document.path, press)).toContain('PNG');
  });
});

/** The screens of the back office that export, with their buttons. */
const exporting = {
  '/admin/transactions': { transactions: 'Export' },
  '/admin/sapre': { contests: 'Export rounds', bets: 'Export bets' },
  '/admin/players': { players: 'Export', corrections: 'Export corrections' },
  '/admin/audit': { audit: 'Export' },
};

test('an admin downloads every export on the first visit and a later one', async ({ window: page, wire, server }) => {
  test.slow();
  const admin = await givenAdmin(server);
  for (const [path, buttons] of Object.entries(exporting)) {
    await onBothVisits(page, admin, path, { userType: 'admin' }, async () => {
      for (const [name, button] of Object.entries(buttons)) {
        for (const [format, start] of Object.entries({ csv: '\ufeff', xlsx: 'PK' })) {
          await page.getByRole('button', { name: button, exact: true }).click();
          const downloads = page.getByRole('dialog').getByRole('button', { name: `Download ${format.toUpperCase()}` });
          const file = await download(page, wire, `/exports/${name}.${format}`, () => downloads.click());
          expect([name, file.slice(0, start.length)]).toEqual([name, start]);
          await expect(page.getByRole('dialog')).toBeHidden();
        }
      }
    });
  }
});

test('no navigation is sent twice', async ({ window: page, wire }) => {
  await page.goto('/rangoli');
  await controlled(page);
  for (const path of [
    '/rangoli',
    '/login',
    '/verify.html',
    '/graphiql',
    '/rest',
    '/log/checkpoint',
    '/favicon.svg',
    '/nothing',
  ]) {
    const before = wire.count(path);
    const response = await page.goto(path).catch((error: Error) => error.message);
    expect([path, wire.count(path) - before]).toEqual([path, 1]);
    expect(typeof response === 'string' ? response : response?.status()).toBeDefined();
  }
  await page.goto('/graphql');
  expect([page.url(), wire.count('/graphql')]).toEqual([`${wire.url}/graphiql`, 1]);
});
