import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { countAnswers, RoundTrips, sentAssets } from '../support/roundTrips.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

// Without a service worker, whose requests can't be held back: a first visit has none.
test.use({ serviceWorkers: 'block' });

test('the wallet needs the document and two round trips', async ({ page, server }) => {
  // A socket refetches when it is connected.
  await page.routeWebSocket('**/*', () => {});
  const player = await givenPlayer(server, { rupees: 100 });
  const trips = await RoundTrips.of(page);
  await openAs(page, player, '/wallet');
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  const [document, first = [], ...others] = trips.byDepth;
  expect(document).toEqual(['/wallet']);
  expect(first).toContainEqual(expect.stringMatching(/WalletPage-.*\.js$/));
  expect(others.flat()).toEqual(expect.arrayContaining(['Renewal_Mutation', 'PlayerShell_Query']));
  // What lies below the fold comes once the page is shown, on a busy machine before this line.
  const needed = others
    .slice(1)
    .map((names) => names.filter((name) => !/^\/assets\/(Beside|WalletEvidence)-/.test(name)));
  expect(needed.flat(), 'the requests after the second round trip').toEqual([]);
});

/** `bytes`: of the answers. With those before data in tests/repo/pageBudgets.json a game has at most 184 kB. */
const pages = [
  { path: '/', text: '500.00', queries: ['HomePage_Query'], bytes: 3_200 },
  { path: '/wallet', text: '500.00', queries: ['WalletPage_Query'], bytes: 3_200 },
  { path: '/sapreThritySec', text: '500.00', queries: ['GameScreen_Query', 'ResultTable_Query'], bytes: 3_200 },
];
for (const { path, text, queries, bytes } of pages) {
  test(`the document of ${path} sends the page's queries with its scripts, and the page shows their answers`, async ({
    page,
    server,
  }) => {
    await page.routeWebSocket('**/*', () => {});
    const player = await givenPlayer(server, { rupees: 500 });
    // A round that ends meanwhile makes the page refetch.
    await startOfNextRound(server);
    const trips = await RoundTrips.of(page);
    const answers = await countAnswers(page);
    await openAs(page, player, path);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(answers()).toBeLessThanOrEqual(bytes);
    const [, first = [], ...others] = trips.byDepth;
    expect(first).toEqual(expect.arrayContaining(queries));
    expect(others.flat().filter((name) => queries.includes(name))).toEqual([]);
  });
}

test('each file of a page and of its parts is sent once', async ({ openWindow, server }) => {
  // A new context has an empty cache.
  const page = await openWindow({ baseURL: server.url, serviceWorkers: 'block' });
  const player = await givenPlayer(server, { rupees: 500 });
  await startOfNextRound(server, 'SAPRE_THREE');
  const sent = await sentAssets(page);
  await openAs(page, player, '/sapreThreeMin');
  await page.getByRole('button', { name: 'Join Green' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Bet ₹10 on Green' })).toBeEnabled();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  for (const part of ['app', 'betParts', 'fields', 'WalletPage']) {
    expect(sent()).toContainEqual(expect.stringMatching(new RegExp(`/${part}-[^/]+\\.js$`)));
  }
  expect(sent().toSorted()).toEqual([...new Set(sent())].toSorted());
});
