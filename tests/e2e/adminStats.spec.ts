import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('the dashboard shows who was about, what came in and how the draws fell', async ({ ownServer, openWindow }) => {
  await playOneRound(ownServer, await givenPlayer(ownServer, { rupees: 1_000 }));
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, await givenAdmin(ownServer), '/admin/dashboard', { userType: 'admin' });

  const active = page.getByRole('table', { name: 'Total Active Players' });
  await expect(active.getByRole('row', { name: /Active In Sapre Half [1-9]/ })).toBeVisible();
  const profit = page.getByRole('table', { name: 'Total Profit/Loss' });
  await expect(profit.getByRole('row', { name: /Sapre 30 Second ₹[\d,]*[1-9][\d,]*\.00/ })).toBeVisible();
  await expect(profit.getByRole('row', { name: /^Total/ })).toBeVisible();

  await expect(page.getByRole('img', { name: /Stakes over time/ })).toBeVisible();
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('table', { name: 'Stakes over time' }).getByText('₹440').first()).toBeVisible();
  await expect(page.getByText(/^96% in theory. (Within|Outside of) what chance allows/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'How often each number came' }).getByRole('listitem')).toHaveCount(10);
});

test('one range for all figures, a custom one too, is kept in the address', async ({ page, server }) => {
  await openAs(page, await givenAdmin(server), '/admin/nothing', { userType: 'admin' });
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Games' }).waitFor();
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const profit = page.getByRole('region', { name: 'Total Profit/Loss' });
  await expect(range(page, 'Today')).toHaveAttribute('aria-pressed', 'true');
  await range(page, '1 W').click();
  await expect(range(page, '1 W')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/range=week/);

  await range(page, 'Custom').click();
  const dialog = page.getByRole('dialog', { name: 'Select Custom Date Range' });
  await choose(dialog, { from: '2026-02-10', to: '2026-02-09' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('From must be before To.')).toBeVisible();
  await choose(dialog, { from: '2026-02-10', to: '2026-02-11' });
  await dialog.getByLabel('To, time').selectOption('01:30 pm');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(range(page, 'Custom')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/10-02-26 12:00 am to 11-02-26 01:30 pm/)).toBeVisible();
  await expect(profit.getByRole('row', { name: 'Total ₹0.00 ₹0.00' })).toBeVisible();
  await expect(page.getByText('No bets in this range').first()).toBeVisible();
});

test('figures that cannot be fetched are reported, and none of another range stay in their place', async ({
  page,
  server,
}) => {
  await openAs(page, await givenAdmin(server), '/admin/dashboard', { userType: 'admin' });
  const profit = page.getByRole('region', { name: 'Total Profit/Loss' });
  await expect(profit.getByRole('row', { name: /^Total/ })).toBeVisible();
  const restore = await answerWrongly(page);
  await range(page, '1 Yr').click();
  const popup = page.getByRole('dialog', { name: 'Message' });
  await expect(popup).toContainText('Error: The figures are being counted.');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert').getByText('Error: The figures are being counted.')).toBeVisible();
  await expect(profit).toBeHidden();
  await restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(profit.getByRole('row', { name: /^Total/ })).toBeVisible();
});

function range(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Range of the figures' }).getByRole('button', { name, exact: true });
}

async function choose(dialog: Locator, { from, to }: { from: string; to: string }): Promise<void> {
  await dialog.getByLabel('From, day').fill(from);
  await dialog.getByLabel('From, time').selectOption('12:00 am');
  await dialog.getByLabel('To, day').fill(to);
}

async function playOneRound(server: ChildServer, player: Person): Promise<void> {
  const gameId = await startOfNextRound(server, 'SAPRE_HALF');
  const bet = { gameId, selection: { color: 'GREEN' }, amount: '440.00' };
  await player.perform('placeBet', bet, 'bet { id }');
  await startOfNextRound(server, 'SAPRE_HALF');
  await expect.poll(async () => settled(player, gameId)).toBe(true);
}

async function settled(anybody: Person, gameId: string): Promise<boolean> {
  const { contest } = await anybody.execute(`{ contest(gameId: "${gameId}") { state } }`);
  return contest.state === 'SETTLED';
}

/**
 * The calls of another range than today's are answered with an error, as by an overloaded server, until the returned
 * function is called. Today's may be refetched at any time: after its subscriptions have started, for instance.
 */
async function answerWrongly(page: Page): Promise<() => Promise<void>> {
  const errors = [{ message: 'The figures are being counted.', extensions: { code: 'SERVICE_UNAVAILABLE' } }];
  await page.route('**/graphql', (route) =>
    page.url().includes('range=') ? route.fulfill({ json: { errors } }) : route.continue(),
  );
  return () => page.unroute('**/graphql');
}
