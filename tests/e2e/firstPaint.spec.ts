import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

// Without a service worker, whose requests for files of the build can't be intercepted.
test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'block' });

/** Each with a text of its shell, and one that only its scripts show. */
const pages = [
  { path: '/rangoli', shell: 'Timed colour and number rounds', arrived: 'हिन्दी' },
  { path: '/login', shell: 'Log in with your email', arrived: 'Forgot password?' },
  { path: '/', shell: 'Pick a colour or a number', arrived: 'received' },
  { path: '/wallet', shell: 'Every movement of your money', arrived: 'Main wallet' },
  { path: '/sapreThritySec', shell: 'The running round is on its way', arrived: 'Bets close in' },
  {
    path: '/sapreOneMin',
    shell: 'The running round is on its way',
    arrived: 'Betting is closed until the next round starts.',
  },
];

for (const { path, shell, arrived } of pages) {
  test(`the largest paint of ${path} doesn't wait for its scripts`, async ({ page, server }) => {
    const isPublic = arrived === 'हिन्दी' || path === '/login';
    const player = isPublic ? null : await givenPlayer(server);
    // Of the game of a minute, closed for its second half.
    if (path.startsWith('/sapre')) await startOfNextRound(server, 'SAPRE_THREE');
    if (path === '/sapreOneMin') await server.advance(35_000);
    let run = (): void => undefined;
    const held = new Promise<void>((resolve) => (run = resolve));
    // The font too: else it may come before the first paint, or after it.
    await page.route(/\/assets\/.*\.(js|woff2)$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(watchPaints);
    const opened = openAs(page, player, path);
    await expect(page.locator('.shell')).toContainText(shell);
    await expect.poll(() => largestPaints(page)).not.toEqual([]);
    const before = await largestPaints(page);
    run();
    await opened;
    await expect(page.getByText(arrived, { exact: true }).first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    expect(await largestPaints(page)).toEqual(before);
  });
}

interface WatchedWindow {
  paints: string[];
}

/** Runs in the page before its own code. */
function watchPaints(): void {
  const paints: string[] = [];
  (globalThis as unknown as WatchedWindow).paints = paints;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { size, element } = entry as unknown as { size: number; element: Element | null };
      paints.push(`${size} ${element?.textContent ?? ''}`);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** The size and text of each element that was the largest until then, once the next frame has been painted. */
async function largestPaints(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    return [...(globalThis as unknown as WatchedWindow).paints];
  });
}
