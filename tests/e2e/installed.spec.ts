import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { WEB_DIST } from '../../server/config/builtWeb.ts';
import { test as base } from '../support/browserTest.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { openAs } from '../support/openAs.ts';
import { givenPlayer } from '../support/world/people.ts';

/** A window with a service worker, on a server that can be cut off. */
const test = base.extend<{ wire: FaultyWire; window: Page }>({
  wire: async ({ server }, use) => {
    const { hostname, port } = new URL(server.url);
    const address = { host: hostname, port: Number(port) } as Parameters<typeof FaultyWire.open>[0];
    const wire = await FaultyWire.open(address);
    await use(wire);
    await wire.close();
  },
  window: async ({ browser, wire, viewport }, use) => {
    const baseURL = `http://127.0.0.1:${wire.address.port}`;
    const context = await browser.newContext({ baseURL, viewport, serviceWorkers: 'allow' });
    await use(await context.newPage());
    await context.close();
  },
});

/** Waits until the service worker answers for the page. */
const isControlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller !== null;
  });

test('the second visit opens without the server, shows nothing of the player, and goes on with it', async ({
  window: page,
  wire,
  server,
}) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/');
  await expect.poll(() => isControlled(page)).toBe(true);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/', { ignoreVary: true }))?.status)).toBe(200);
  const kept = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(new URL(request.url).pathname);
    }
    const document = await (await caches.match('/', { ignoreVary: true }))?.text();
    return { found, document };
  });
  expect(kept.found.filter((path) => !/^\/(assets\/.+|color-scheme\.js|favicon\.svg)?$/.test(path))).toEqual([]);
  expect(kept.document).toContain('id="product"');
  for (const secret of [player.email, player.uid, player.accessToken]) expect(kept.document).not.toContain(secret);

  await wire.close();
  await page.goto('/wallet');
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await expect(page.getByText('Reconnecting. Bets are paused.')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toBeVisible();
  await wire.listen();
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  await expect(page.getByText('Reconnecting. Bets are paused.')).toBeHidden();
});

/** The server with another service worker, as a new release has, once `release()` has been called. */
async function withReleases(url: string) {
  const { hostname, port } = new URL(url);
  const worker = readFileSync(join(WEB_DIST, 'sw.js'), 'utf8');
  const next = worker.replace(/release:"\w+"/, 'release:"next"');
  expect(next).not.toBe(worker);
  let released = false;
  const server = createServer((request, response) => {
    if (released && request.url === '/sw.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(next);
      return;
    }
    const { method, url: path, headers } = request;
    const onward = send({ host: hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => (released = true),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a new release offers to reload, but not while a sheet is open', async ({ browser, viewport, server }) => {
  const releases = await withReleases(server.url);
  const context = await browser.newContext({ baseURL: releases.url, viewport, serviceWorkers: 'allow' });
  const page = await context.newPage();
  const player = await givenPlayer(server, { rupees: 300 });
  await page.clock.install();
  await openAs(page, player, '/withdrawthroughUPI');
  await expect.poll(() => isControlled(page)).toBe(true);
  await page.getByLabel('UPI ID').fill('asha@okbank');
  await page.getByLabel('Amount').fill('100');
  await page.getByRole('button', { name: 'Withdraw ₹100' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();

  releases.release();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
  const reload = page.getByRole('button', { name: 'Reload' });
  await page.clock.runFor(5_000);
  await expect(reload).toBeHidden();
  await sheet.getByRole('button', { name: 'Close' }).click();
  const loaded = page.waitForEvent('load');
  await reload.click();
  await loaded;
  await expect(page.getByLabel('UPI ID')).toHaveValue('');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-next']);
  await context.close();
  releases.close();
});

test('the service worker keeps the shell in the language of the last page, and is not replaced by another', async ({
  window: page,
  wire,
}) => {
  const languageKept = () =>
    page.evaluate(async () => {
      const document = await (await caches.match('/', { ignoreVary: true }))?.text();
      return /<html lang="(\w+)"/.exec(document ?? '')?.[1];
    });
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  await page.goto('/rangoli');
  await expect.poll(() => isControlled(page)).toBe(true);
  await expect.poll(languageKept).toBe('en');
  const first = await worker();
  for (const [name, language] of [
    ['हिन्दी', 'hi'],
    ['English', 'en'],
    ['हिन्दी', 'hi'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect.poll(languageKept).toBe(language);
    expect(await worker()).toBe(first);
    await page.goto('/favicon.svg');
    await page.goto('/rangoli');
  }
  await wire.close();
  await page.goto('/wallet');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('link', { name: 'लॉग इन' }).or(page.getByText('नेटवर्क')).first()).toBeVisible();
});
