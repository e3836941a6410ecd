import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('a new owner has a list of what to do, which a step leaves when it is done or settled by a word', async ({
  ownServer,
  openWindow,
}) => {
  const owner = await givenAdmin(ownServer);
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, owner, '/admin/dashboard', { userType: 'admin' });
  const list = page.getByRole('region', { name: 'Before you open' });
  const steps = list.getByRole('list', { name: 'Before you open' }).getByRole('listitem');
  await expect(steps.first()).toContainText('Set up your second factor');
  await expect(steps).toHaveCount(3);
  await list.getByRole('button', { name: /^Show all/ }).click();
  const step = (title: string) => steps.filter({ hasText: title });
  await expect(step('Limit each game')).toContainText('The game of 30 seconds has no limit.');
  await expect(step('Ask the doctor').locator('code')).toHaveText('npm run doctor');

  // Marked as settled with a reason, then reopened.
  await step('Try a restore').getByRole('button', { name: 'Settle: Try a restore' }).click();
  await answer(page, 'Settle', 'Restored into /tmp/drill on Monday');
  await expect(step('Try a restore')).toHaveCount(0);
  await list.getByText(/^Settled \(/).click();
  await expect(list).toContainText('Primary admin: Restored into /tmp/drill on Monday');
  await list.getByRole('button', { name: 'Open again: Try a restore' }).click();
  await answer(page, 'Open again', 'The drill was of another machine');
  await expect(step('Try a restore')).toBeVisible();

  // Done on its screen.
  await step('Register admins for daily work').getByRole('link').click();
  await page.getByRole('link', { name: 'Register New Admin' }).click();
  await page.getByLabel('Name').fill('Farida Finance');
  await page.getByLabel('Email').fill('farida@example.com');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('/admin/dashboard');
  await list.getByRole('button', { name: /^Show all/ }).click();
  await expect(step('Try a restore')).toBeVisible();
  await expect(step('Register admins for daily work')).toHaveCount(0);
});

test('one statement leads from what was owed to what is owed, for the house and for a player, and the books show why', async ({
  ownServer,
  openWindow,
}) => {
  const player = await givenPlayer(ownServer, { rupees: 1_000 });
  const gameId = await startOfNextRound(ownServer, 'SAPRE_HALF');
  for (const [number, amount] of [
    [7, '120.00'],
    [3, '440.00'],
  ] as const)
    await player.perform('placeBet', { gameId, selection: { number }, amount }, 'bet { id }');
  await startOfNextRound(ownServer, 'SAPRE_HALF');
  const state = async () => (await player.execute(`{ contest(gameId: "${gameId}") { state } }`)).contest.state;
  await expect.poll(state).toBe('SETTLED');
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, await givenAdmin(ownServer), '/admin/dashboard', { userType: 'admin' });

  const owed = page.getByRole('region', { name: 'Owed to players' });
  await expect(owed).toContainText('Staked in them− ₹560.00');
  expect(await added(owed)).toBe(0);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('₹560.00₹0.00 before');
  await expect(page.getByRole('table', { name: 'Time to decision' })).toContainText('Deposits');
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page).toHaveURL(/range=yesterday/);
  await expect(owed).toContainText('Staked in them− ₹0.00');
  expect(await added(owed)).toBe(0);

  await page.goto(`/admin/players/${player.uid}`);
  const since = page
    .getByRole('region', { name: 'Since registration' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Since registration' }) }));
  await expect(since.first()).toContainText('− ₹560.00');
  expect(await added(since.first())).toBe(0);

  await page.goto('/admin/sapre/sapreThirtySec');
  const period = gameId.split('-')[1] ?? '';
  await page.getByRole('button', { name: `Bets of ${period}` }).click();
  const bets = page.getByRole('list', { name: `Bets of ${period}, by stake` }).getByRole('listitem');
  await expect(bets).toHaveCount(2);
  await expect(bets.first()).toContainText('₹440.00');
  await expect(bets.last()).toContainText('₹120.00');
});

test('the reports of earlier days are kept on a page', async ({ server, page }) => {
  await server.database.pool.query(
    `insert into daily_reports (day, sections, made_at)
     values ('2026-02-10', '[[{"label": "Stakes", "value": "₹1,78,172.00"}]]', now()) on conflict do nothing`,
  );
  await openAs(page, await givenAdmin(server), '/admin/dashboard', { userType: 'admin' });
  await page.getByRole('link', { name: 'Reports of the days before' }).click();
  await expect(page.getByRole('heading', { name: 'Report of 10-02-26' })).toBeVisible();
  await expect(page.getByText('₹1,78,172.00')).toBeVisible();
});

async function answer(page: Page, confirm: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

/** The sum of a statement's lines less what it ends with, in paise: its first line, those with a sign, and the last. */
async function added(statement: Locator): Promise<number> {
  const text = (await statement.locator('dl').first().locator('dd').allInnerTexts()).map((line) => line.trim());
  const paise = text.map((line) => ({ sign: line[0], paise: Math.round(Number(line.replace(/[^\d.]/g, '')) * 100) }));
  return paise.reduce((sum, line) => sum + (line.sign === '−' || line.sign === '=' ? -line.paise : line.paise), 0);
}
