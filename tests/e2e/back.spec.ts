import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer, requestDeposit } from '../support/world/people.ts';

test.use({ reducedMotion: 'reduce' });

const HOME = /\/$/;
const GAME = /\/sapreThreeMin$/;
const dialogOf = (page: Page) => page.getByRole('dialog');

/** The game of three minutes, opened from home, with the sheet for Green. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join Green' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function openGame(page: Page): Promise<void> {
  await page.locator('a[href="/sapreThreeMin"]').first().click();
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeEnabled();
}

/** What one press of Back leads to: home, and no dialog on the way. */
async function expectHomeNext(page: Page): Promise<void> {
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(GAME);
  await page.goBack();
  await expect(page).toHaveURL(HOME);
  await expect(page.getByRole('navigation')).toBeVisible();
}

test('Back closes the sheet of bets and keeps the page and its place; the next Back leaves it', async ({
  page,
  server,
}) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, await givenPlayer(server, { rupees: 300 }), '/');
  await openGame(page);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.evaluate(() => scrollTo(0, 40));
  await openSheet(page);
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(GAME);
  expect(await page.evaluate(() => scrollY)).toBe(40);
  // The entry of the sheet that is closed leads back to the page.
  await page.goForward();
  await expect.poll(() => page.evaluate(() => (history.state as { dialogs?: number }).dialogs ?? 0)).toBe(0);
  await expect(dialogOf(page)).toBeHidden();
  await openSheet(page);
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expectHomeNext(page);
});

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  // Chromium's close request, which Android's Back is as well.
  Escape: (page) => page.keyboard.press('Escape'),
  'the close button': (page) => dialogOf(page).getByRole('button', { name: 'Close' }).click(),
  'a press beside it': (page) => page.mouse.click(5, 5),
  'its bet': (page) => dialogOf(page).getByRole('button', { name: 'Bet ₹10 on Green' }).click(),
  'a reload': (page) => page.reload(),
};

for (const [name, close] of Object.entries(ways)) {
  test(`a sheet that was closed by ${name} leaves nothing for Back to close`, async ({ page, server }) => {
    await startOfNextRound(server, 'SAPRE_THREE');
    await openAs(page, await givenPlayer(server, { rupees: 300 }), '/');
    await openGame(page);
    await openSheet(page);
    await close(page);
    await expect(page.getByRole('button', { name: 'Join Green' })).toBeEnabled();
    await expect.poll(() => page.evaluate(() => (history.state as { dialogs?: number }).dialogs ?? 0)).toBe(0);
    await expectHomeNext(page);
  });
}

test('a sheet that is closed by the next round leaves nothing for Back to close', async ({ page, server }) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, await givenPlayer(server, { rupees: 300 }), '/');
  await openGame(page);
  await openSheet(page);
  await startOfNextRound(server, 'SAPRE_THREE');
  await expect(dialogOf(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => (history.state as { dialogs?: number }).dialogs ?? 0)).toBe(0);
  await expectHomeNext(page);
});

test('a page that is opened from a sheet follows the page of the sheet', async ({ page, server }) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, await givenPlayer(server), '/');
  await openGame(page);
  await openSheet(page);
  await dialogOf(page).getByRole('link').click();
  await expect(page).toHaveURL(/\/deposit$/);
  await page.goBack();
  await expectHomeNext(page);
});

test('in the back office Back closes the menu, the notifications, the profile menu, a dialog and a sheet', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  const player = await givenPlayer(server);
  await requestDeposit(player, 80);
  await openAs(page, await givenAdmin(server), '/admin/dashboard', { userType: 'admin' });
  await page.getByRole('button', { name: 'Custom' }).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await dialogOf(page).getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/admin\/transactions/);
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: /notifications/i }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
  await page.getByRole('button', { name: /^Profile/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();

  // The oldest: other tests may have left any number of requests.
  const card = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first();
  await card.getByRole('button', { name: /^Pending/ }).click();
  await expect(page.getByRole('dialog', { name: 'Change Transaction Status' })).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/transactions/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
});
