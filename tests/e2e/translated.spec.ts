import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { translatePage } from '../support/pageTranslator.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer, type Person, requestDeposit } from '../support/world/people.ts';

/** Amounts count up to a new one. */
test.use({ reducedMotion: 'reduce' });

const indian = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });

/** A player's balance as the API has it and as the screen must show it. */
async function balanceOf(player: Person): Promise<string> {
  const { viewer } = await player.execute('{ viewer { wallet { available } } }');
  return `₹${indian.format(Number(viewer.wallet.available))}`;
}

async function periodOf(player: Person): Promise<string> {
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_THREE) { period } }');
  return activeContest.period as string;
}

async function openTranslated(page: Page, person: Person, path: string, userType: 'player' | 'admin' = 'player') {
  await page.addInitScript(translatePage);
  await openAs(page, person, path, { userType });
  await expect.poll(() => page.locator('font font').count()).toBeGreaterThan(10);
}

/** The digits of the clock and the time that its name tells, at one moment. */
function clockOf(page: Page) {
  return page.getByRole('timer').evaluate((timer) => ({
    digits: timer.textContent,
    named: timer.getAttribute('aria-label')?.slice(-5),
    moved: timer.querySelector('font') !== null,
  }));
}

test('a round in a translated page shows the stake, the balance, the clock and the period as they are', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 1_352 });
  await startOfNextRound(server, 'SAPRE_THREE');
  await openTranslated(page, player, '/sapreThreeMin');
  // What a round has won stands below it for a moment.
  const balance = page.locator('header').getByText(/^₹/);
  await expect(balance).toHaveText(await balanceOf(player));

  await page.getByRole('button', { name: 'Join Green' }).click();
  const sheet = page.getByRole('dialog');
  const total = sheet.getByRole('definition').first();
  for (const [stake, count] of [
    ['₹10', '× 1'],
    ['₹20', '× 2'],
    ['₹40', '× 4'],
  ] as const) {
    await expect(total).toHaveText(`${stake}.00`);
    await expect(sheet.locator('output')).toContainText(count.slice(-1));
    await expect(sheet.getByRole('button', { name: `Bet ${stake} on Green` })).toBeVisible();
    if (stake !== '₹40') await sheet.getByRole('button', { name: 'Double' }).click();
  }
  await expect(sheet.getByRole('definition').nth(1)).toContainText('₹80.00');
  await sheet.getByRole('button', { name: 'Bet ₹40 on Green' }).click();
  await expect(page.getByRole('region', { name: 'Your bets in this round' })).toContainText('₹40');
  await expect(balance).toHaveText('₹1,312.00');
  // The screen is ahead of the answer.
  await expect.poll(() => balanceOf(player)).toBe('₹1,312.00');

  // Its title has a text beside an element.
  await page.getByRole('button', { name: 'Join Red' }).click();
  await expect(sheet.getByRole('heading')).toContainText('Red');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();

  const first = await clockOf(page);
  expect(first).toEqual({ digits: first.named, named: expect.stringMatching(/^\d\d:\d\d$/), moved: false });
  const period = await periodOf(player);
  await expect(page.getByText(period, { exact: true })).toBeVisible();
  await server.advance(100_000);
  await expect.poll(async () => (await clockOf(page)).named).not.toBe(first.named);
  const later = await clockOf(page);
  expect(later.digits).toBe(later.named);

  await server.advance(80_000);
  await expect.poll(() => periodOf(player)).not.toBe(period);
  await expect(page.getByText(await periodOf(player), { exact: true })).toBeVisible();
  const row = page.getByRole('table', { name: 'Game Result' }).getByRole('row').filter({ hasText: period });
  await expect(row).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your last round' })).toContainText('₹40');
  await expect(balance).toHaveText(await balanceOf(player));
});

test('a deposit that is decided in a translated queue is shown in a translated wallet', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await openTranslated(page, player, '/wallet');
  const wallet = page.getByRole('main');
  await expect(wallet.getByText('₹300.00').first()).toBeVisible();

  const queue = await openWindow({ viewport: { width: 1280, height: 900 } });
  await openTranslated(queue, await givenAdmin(server), `/admin/transactions?search=${player.uid}`, 'admin');
  const { reference } = await requestDeposit(player, 5_000);
  const row = queue.getByRole('row').filter({ hasText: reference });
  await queue.reload();
  await expect(row).toContainText('5,000.00');
  await row.getByRole('button', { name: /^Pending/ }).click();
  const panel = queue.getByRole('region', { name: 'Change Transaction Status' });
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();
  await panel.getByRole('button', { name: `Approve ₹5,000 for ${player.uid}` }).click();
  await expect(row).toContainText('Success');
  await expect(row).toContainText('by Primary admin');

  await expect(wallet.getByText('₹5,300.00').first()).toBeVisible();
  expect(await balanceOf(player)).toBe('₹5,300.00');
  await expect(wallet.getByText('₹300.00')).toHaveCount(0);
});
