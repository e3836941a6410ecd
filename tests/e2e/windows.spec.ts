import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/browserTest.ts';
import { WINDOW, Windows } from '../support/windows.ts';

/** With windows of each test's own: one that earlier tests have used may be at the end of its history, and closed. */
const test = base.extend<{ ownWindows: Windows }>({
  ownWindows: async ({ browser, server }, use) => {
    const windows = new Windows(browser, { ...WINDOW, baseURL: server.url });
    await use(windows);
    await windows.close();
  },
});

test('a window is as new for the next test', async ({ ownWindows: windows }) => {
  const first = await windows.take({ viewport: { width: 400, height: 860 }, reducedMotion: 'reduce' });
  await first.addInitScript(() => Object.assign(window, { isMarked: true }));
  await first.route('**/favicon.svg', (route) => route.fulfill({ body: 'intercepted' }));
  const requests: string[] = [];
  first.on('request', (request) => requests.push(request.url()));
  await first.goto('/login');
  await first.context().addCookies([{ name: 'language', value: 'hi', url: first.url() }]);
  await first.evaluate(() => {
    localStorage.setItem('accessToken', 'of another');
    sessionStorage.setItem('arrived', 'before');
  });
  await windows.giveBack(first);
  requests.length = 0;

  const second = await windows.take({ viewport: { width: 500, height: 500 }, reducedMotion: 'no-preference' });
  expect(second).toBe(first);
  const response = await second.goto('/favicon.svg');
  expect(await response?.text()).toContain('<svg');
  const left = await second.evaluate(() => [localStorage.length, sessionStorage.length, 'isMarked' in window]);
  expect(left).toEqual([0, 0, false]);
  expect(await second.context().cookies()).toEqual([]);
  expect(requests).toEqual([]);
  expect(await second.evaluate(() => [innerWidth, matchMedia('(prefers-reduced-motion: reduce)').matches])).toEqual([
    500,
    false,
  ]);
  await windows.giveBack(second);
});

test('a window has the service worker from the first page on, and keeps it', async ({ ownWindows: windows }) => {
  const controller = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  const first = await windows.take({});
  await first.goto('/login');
  const worker = new URL('/sw.js', first.url()).href;
  expect(await controller(first)).toBe(worker);
  await windows.giveBack(first);
  const second = await windows.take({});
  expect(second).toBe(first);
  await second.goto('/login');
  expect(await controller(second)).toBe(worker);
  await windows.giveBack(second);

  const without = await windows.take({ serviceWorkers: 'block' });
  expect(without).not.toBe(first);
  await windows.giveBack(without);
});

test('a window with a long history is not used again', async ({ ownWindows: windows }) => {
  const first = await windows.take({});
  await first.goto('/login');
  await first.evaluate(() => {
    for (let entry = 0; entry < 30; entry++) history.pushState(null, '', `?${entry}`);
  });
  await windows.giveBack(first);
  expect(first.isClosed()).toBe(true);
});

test('a window whose service worker was removed is not used again', async ({ ownWindows: windows }) => {
  const first = await windows.take({});
  await first.goto('/login');
  await first.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await windows.giveBack(first);
  expect(first.isClosed()).toBe(true);
});

test('a window with sockets intercepted is not used again', async ({ ownWindows: windows }) => {
  const first = await windows.take({});
  await first.routeWebSocket('**/*', () => {});
  await windows.giveBack(first);
  expect(first.isClosed()).toBe(true);
  const second = await windows.take({});
  expect(second).not.toBe(first);
  await windows.giveBack(second);
});
