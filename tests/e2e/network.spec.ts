import { expect, type BrowserContext, type Page, type Route } from '@playwright/test';
import { test as base } from '../support/browserTest.ts';
import { startChildServer } from '../support/childServer.ts';
import { createTestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

/**
 * A window whose console is not watched: requests that fail are logged there. It has no service worker, whose requests can't be
 * intercepted; installed.spec.ts tries one without a network.
 */
const test = base.extend<{ window: Page }>({
  window: async ({ browser, baseURL, viewport, locale, timezoneId }, use) => {
    const context = await browser.newContext({
      baseURL,
      viewport,
      locale,
      timezoneId,
      serviceWorkers: 'block',
    } as object);
    await use(await context.newPage());
    await context.close();
  },
});

const bar = (page: Page) => page.getByText('Reconnecting. Bets are paused.');
const timer = (page: Page) => page.getByRole('timer');

/** Counts the documents that a page requests from now on: it is loaded once, unless it is reloaded. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

/** The first call of a mutation doesn't reach the server, and the answer to the second is lost. Returns its inputs. */
async function losing(page: Page, mutation: string): Promise<object[]> {
  const inputs: object[] = [];
  await page.route('**/graphql', async (route) => {
    const call = route.request().postDataJSON() as { operationName?: string; variables: { input: object } };
    if (call.operationName !== mutation) return route.continue();
    inputs.push(call.variables.input);
    if (inputs.length === 2) await route.fetch();
    return inputs.length <= 2 ? route.abort() : route.continue();
  });
  return inputs;
}

test('a bet is placed once, though a request and an answer are lost', async ({ window: page, server }) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await startOfNextRound(server, 'SAPRE_ONE');
  await openAs(page, player, '/sapreOneMin');
  const inputs = await losing(page, 'PlaceBet_Mutation');
  await page.getByRole('button', { name: 'Join Green' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bet ₹10 on Green' }).click();
  const retry = page.getByRole('button', { name: /^Try ₹10\son\sGreen again$/ });
  await expect(retry).toBeVisible();
  await expect(page.getByText('₹300.00')).toBeVisible();
  await retry.click();
  await expect.poll(() => inputs.length).toBe(2);
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(retry).toBeHidden();
  await expect(page.getByText('₹10 on ● Green', { exact: true })).toBeVisible();
  await expect(page.getByText('₹290.00')).toBeVisible();
  expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBe(1);
  const { viewer } = await player.execute('{ viewer { wallet { available } } }');
  expect(viewer.wallet.available).toBe('290.00');
});

test('a deposit is requested once, though a request and an answer are lost', async ({ window: page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/throughUPI', { state: { rechargeAmount: '500.00' } });
  const inputs = await losing(page, 'RequestDeposit_Mutation');
  await page.getByLabel('Reference number').fill(`LOST${player.uid}`);
  const confirm = page.getByRole('button', { name: 'Confirm RER NO.' });
  for (const attempt of [1, 2]) {
    await confirm.click();
    await expect.poll(() => inputs.length).toBe(attempt);
    await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  }
  await confirm.click();
  await expect(page).toHaveURL(/payment-status$/);
  expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBe(1);
  const { viewer } = await player.execute('{ viewer { transactions(first: 5) { edges { node { id } } } } }');
  expect(viewer.transactions.edges).toHaveLength(1);
});

test('without a network bets pause, seen pages open, and an unseen one comes by itself', async ({
  window: page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await startOfNextRound(server);
  const documents = countDocuments(page);
  await openAs(page, player, '/');
  const game = page.getByRole('link', { name: /^Play .*30/ });
  await game.click();
  await expect(timer(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeDisabled();
  await expect(page.getByText('Bets are paused until you are connected again.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(game).toBeVisible();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await game.click();
  await expect(timer(page)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect(documents()).toBe(1);
});

test('a bet waits at each of its steps while there is no network, and then is placed', async ({
  window: page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, player, '/sapreThreeMin');
  const network = page.context();
  const green = page.getByRole('button', { name: 'Join Green' });
  await expect(green).toBeEnabled();
  await network.setOffline(true);
  await expect(green).toBeDisabled();
  await network.setOffline(false);
  await green.click();

  const sheet = page.getByRole('dialog');
  const press = sheet.getByRole('button', { name: 'Bet ₹10 on Green' });
  await expect(press).toBeEnabled();
  await network.setOffline(true);
  await expect(sheet.getByText('Bets are paused until you are connected again.')).toBeVisible();
  await expect(press).toBeDisabled();
  await network.setOffline(false);
  await press.click();
  await expect(page.getByText('₹10 on ● Green', { exact: true })).toBeVisible();
  await expect(page.getByText('₹290.00')).toBeVisible();
  const { viewer } = await player.execute('{ viewer { wallet { available } } }');
  expect(viewer.wallet.available).toBe('290.00');
});

test('a deposit keeps what was typed at each of its steps while there is no network', async ({
  window: page,
  server,
}) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/deposit');
  const network = page.context();
  await page.getByLabel('Deposit amount').fill('750');
  await network.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Recharge ₹750' }).click();
  await network.setOffline(false);
  const byUpi = page.getByRole('link', { name: /UPI/ });
  await expect(byUpi).toBeVisible();
  await expect(bar(page)).toBeHidden();

  await network.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await byUpi.click();
  await network.setOffline(false);
  const reference = page.getByLabel('Reference number');
  await reference.fill(`STEP${player.uid}`);
  await expect(bar(page)).toBeHidden();

  await network.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm RER NO.' }).click();
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await expect(reference).toHaveValue(`STEP${player.uid}`);
  await network.setOffline(false);
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Confirm RER NO.' }).click();
  await expect(page).toHaveURL(/payment-status$/);
  const { viewer } = await player.execute('{ viewer { transactions(first: 5) { edges { node { amount } } } } }');
  expect(viewer.transactions.edges).toEqual([{ node: { amount: '750.00' } }]);
});

const failures = {
  'has no answer': (route: Route) => route.abort(),
  'is answered 503': (route: Route) => route.fulfill({ status: 503 }),
};
/** What the game loads once it is shown: by itself, and what the sheet of bets shares with pages of forms. */
const parts = {
  'a part of a page': ['Beside-*.js', 'betParts-*.js'],
  'a shared script of a part': ['fields-*.js'],
  'a style sheet of a part': ['fields-*.css'],
};
for (const [part, files] of Object.entries(parts)) {
  for (const [failure, fail] of Object.entries(failures)) {
    test(`${part} that ${failure} is requested again until it is loaded, and the page stays`, async ({
      window: page,
      server,
    }) => {
      const player = await givenPlayer(server, { rupees: 300 });
      await startOfNextRound(server, 'SAPRE_THREE');
      const documents = countDocuments(page);
      const requested = files.map(() => 0);
      for (const [at, file] of files.entries()) {
        await page.route(`**/assets/**/${file}`, (route) => {
          const request = (requested[at] = (requested[at] ?? 0) + 1);
          return request <= 2 ? fail(route) : route.continue();
        });
      }
      await openAs(page, player, '/sapreThreeMin');
      // Where requests are intercepted, the browser keeps no answer, and an import requests once more what was fetched.
      for (const at of files.keys()) await expect.poll(() => requested[at]).toBeGreaterThanOrEqual(3);
      await page.getByRole('button', { name: 'Join Green' }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('button', { name: 'Bet ₹10 on Green' })).toBeEnabled();
      await sheet.getByRole('button', { name: 'Bet ₹10 on Green' }).click();
      await expect(page.getByText('₹10 on ● Green', { exact: true })).toBeVisible();
      expect(documents()).toBe(1);
    });
  }
}

/** A window on a server behind a wire that can be cut. */
async function openThrough(context: BrowserContext, url: string) {
  const { hostname, port } = new URL(url);
  const address = { host: hostname, port: Number(port) } as Parameters<typeof FaultyWire.open>[0];
  const wire = await FaultyWire.open(address);
  const page = await context.newPage();
  const at = `http://127.0.0.1:${wire.address.port}`;
  return { wire, page, open: (path: string) => `${at}${path}` };
}

test('a round that ends while the server is away is over, and the next one is shown afterwards', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ viewport: { width: 400, height: 860 }, serviceWorkers: 'block' });
  const { wire, page, open } = await openThrough(context, server.url);
  const player = await givenPlayer(server, { rupees: 300 });
  await page.clock.install();
  const gameId = await startOfNextRound(server);
  const period = gameId.replace(/.*-/, '');
  await openAs(page, player, open('/sapreThritySec'));
  await expect(page.getByText(period).first()).toBeVisible();
  await wire.close();
  await expect(bar(page)).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(timer(page)).toHaveAccessibleName(
    /^No connection\. The result appears when you are back online\. 00:00$/,
  );
  await server.advance(30_000);
  await wire.listen();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('link', { name: `Check the result of ${period}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeEnabled();
  await context.close();
  await wire.close();
});

/** Seconds left of the running round of the one-minute game, at the server and on the screen. */
async function difference(page: Page, server: { now(): Promise<number> }): Promise<number> {
  const shown = await page.evaluate(() => {
    const [minutes, seconds] = (document.querySelector('[role=timer]')?.textContent ?? '').split(':').map(Number);
    return (minutes ?? 0) * 60 + (seconds ?? 0);
  });
  const left = 60 - ((await server.now()) % 60_000) / 1_000;
  const open = left > 30;
  return Math.abs((open ? left - 30 : left) - shown);
}

test('the countdown is the server’s, with a wrong date on the device and after ten minutes of sleep', async ({
  window: page,
  server,
}) => {
  await startOfNextRound(server, 'SAPRE_ONE');
  await page.clock.install({ time: (await server.now()) + 3 * 3_600_000 });
  const player = await givenPlayer(server);
  await openAs(page, player, '/sapreOneMin');
  await expect(timer(page)).toBeVisible();
  await expect.poll(() => difference(page, server)).toBeLessThan(2);
  const [fellAsleepAt, startedAt] = [await server.now(), Date.now()];
  await server.advance(600_000);
  await startOfNextRound(server, 'SAPRE_ONE');
  const sleptMs = (await server.now()) - fellAsleepAt - (Date.now() - startedAt);
  await page.clock.fastForward(sleptMs);
  await expect.poll(() => difference(page, server)).toBeLessThan(2);
  await expect(bar(page)).toBeHidden();
});

test('a restarted server goes on with the page that was open', async ({ window: page }) => {
  const database = await createTestDatabase();
  const first = await startChildServer({ database, clock: 'moving' });
  const player = await givenPlayer(first, { rupees: 300 });
  await openAs(page, player, `${first.url}/sapreOneMin`);
  await expect(page.getByText('₹300.00')).toBeVisible();
  await first.kill();
  await expect(bar(page)).toBeVisible();
  const second = await startChildServer({ database, clock: 'moving', env: { PORT: new URL(first.url).port } });
  // Cuts the backoff short, as a network that returns does.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('₹300.00')).toBeVisible();
  await second.stop();
  await database.close();
});
