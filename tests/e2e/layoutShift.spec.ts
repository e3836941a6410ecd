import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

// Without a service worker, whose requests for files of the build can't be intercepted.
test.use({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });

/** Each with what shows that its data has arrived. */
const pages = [
  { path: '/', arrived: 'received' },
  { path: '/wallet', arrived: 'Main wallet' },
  { path: '/sapreThritySec', arrived: 'Bets close in' },
  { path: '/account/SettingCenter', arrived: 'Nickname' },
];

for (const { path, arrived } of pages) {
  test(`nothing moves while ${path} arrives`, async ({ page, server }) => {
    const player = await givenPlayer(server);
    // Between two rounds the game's cards change their size.
    await startOfNextRound(server, 'SAPRE_THREE');
    // Answers come after the scripts, and one after the other, as over a phone's network.
    let calls = 0;
    await page.route('**/graphql', async (route) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 250 * calls));
      await route.continue();
    });
    await openAs(page, player, path);
    await expect(page.getByText(arrived, { exact: true }).first()).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const shifts = await layoutShiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, shifts.map(({ moved }) => moved).join('\n')).toBeLessThan(0.02);
  });
}

test('what is below the game stays in its place when betting closes', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await startOfNextRound(server, 'SAPRE_ONE');
  await openAs(page, player, '/sapreOneMin');
  const places = async () => {
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const tops: number[] = [];
    for (const width of [320, 360, 400]) {
      await page.setViewportSize({ width, height: 800 });
      tops.push(await page.getByText('Your bets in this round').evaluate((node) => node.getBoundingClientRect().top));
    }
    return tops;
  };
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeEnabled();
  const open = await places();
  await server.advance(31_000 - ((await server.now()) % 60_000));
  await page.reload();
  await expect(page.getByText('Betting is closed until the next round starts.')).toBeVisible();
  expect(await places()).toEqual(open);
});

test('the outlines of a page are shown before its scripts have arrived', async ({ page, server }) => {
  await page.route('**/*.js', (route) => (route.request().url().includes('/assets/') ? undefined : route.continue()));
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await expect(page.locator('.shell.form i').first()).toBeVisible();
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paints).toBe(1);
});

interface Shift {
  /** Its share of the screen; animations move nothing by this measure. */
  readonly value: number;
  /** The elements that moved, with their place before and after. */
  readonly moved: string;
}

/** All shifts until now. */
async function layoutShiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    const found: Shift[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as LayoutShift;
        const moves = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.className : '?'}: ${previousRect.y} to ${currentRect.y}`,
        );
        found.push({ value, moved: `${value.toFixed(3)} ${moves.join(', ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are delivered in a task of their own.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return found;
  });
}

/** An entry of the browser's, which TypeScript's DOM types lack. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}
