import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { randomName } from '../support/world/mails.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import {
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  type Person,
  type ReachableServer,
} from '../support/world/people.ts';
import { writeThreshold } from '../support/thresholds.ts';

const WIDE = { viewport: { width: 1280, height: 900 } };
const GAME = '/admin/sapre/sapreThreeMin';
const ROUND_MS = 180_000;

test.afterEach(async ({ server }) => {
  await randomize(await givenAdmin(server), true);
  await needSecondAdmin(server, 'NEVER');
});

test('an override is marked at once for the player, who takes the bets back', async ({ page, server, openWindow }) => {
  const gameId = await startOfNextRound(server, 'SAPRE_THREE');
  const player = await givenPlayer(server, { rupees: 300 });
  await player.perform('placeBet', { gameId, selection: { number: 4 }, amount: '100.00' }, 'bet { id }');
  const phone = await openWindow();
  await openAs(phone, player, '/sapreThreeMin');
  await expect(phone.getByText('Fair draw')).toBeVisible();

  await openAs(page, await givenAdmin(server), GAME, { userType: 'admin' });
  await expect(page.getByText(gameId.replace(/\D/g, ''))).toBeVisible();
  await expect(page.getByRole('list', { name: 'Stakes by number' }).getByRole('listitem').nth(4)).toContainText('₹100');
  const liability = page.getByRole('table', { name: 'If this number won' }).getByRole('row');
  await expect(liability.nth(5)).toContainText('₹960.00');
  await expect(liability.nth(5)).toContainText('₹860.00');
  await select(page, '7, Red');
  await expect(page.getByText('With 7, Red wins.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Override the winner' });
  await expect(dialog.getByText('Are you sure you want to select number 7?')).toBeVisible();
  await expect(dialog.getByText('With 7, Red wins.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Select number 7' }).click();
  await expect(dialog.getByText('Please give a reason of at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Rehearsal of the drill');
  await dialog.getByRole('button', { name: 'Select number 7' }).click();

  await expect(page.getByText('Winner number set to 7')).toBeVisible();
  await expect(page.getByText(/No new bets; players can cancel for \d+ s/)).toBeVisible();
  await expect(page.getByText('Result set by the operator', { exact: true })).toBeVisible();
  await expect(phone.getByText('Result set by the operator', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Cancel my bets' }).click();
  await phone
    .getByRole('dialog', { name: 'Cancel your bets?' })
    .getByRole('button', { name: 'Cancel my bets' })
    .click();
  await expect(phone.getByText('₹300.00').first()).toBeVisible();
  await expect(page.getByText('₹0.00 in all')).toBeVisible();

  await server.advance(ROUND_MS);
  const row = page.getByRole('table', { name: 'Game Summary' }).getByRole('row').nth(1);
  await expect(row).toContainText('Result 7 · Set by operator');
  await expect(row).toContainText('₹0.00');
});

test('a round made void is refunded at once, with its reason for everybody', async ({ page, server, openWindow }) => {
  const gameId = await startOfNextRound(server, 'SAPRE_THREE');
  const player = await givenPlayer(server, { rupees: 300 });
  await player.perform('placeBet', { gameId, selection: { number: 4 }, amount: '100.00' }, 'bet { id }');
  const phone = await openWindow();
  await openAs(phone, player, '/sapreThreeMin');
  await expect(phone.getByText('₹200.00').first()).toBeVisible();
  await openAs(page, await givenAdmin(server), GAME, { userType: 'admin' });
  await page.getByRole('button', { name: 'Make this round void' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make this round void' });
  await expect(dialog.getByText('every bet in it is refunded in full at once')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The draw server failed');
  await dialog.getByRole('button', { name: 'Make this round void' }).click();
  await expect(page.getByText('This round is void. Reason: The draw server failed')).toBeVisible();
  await expect(phone.getByText('All bets are refunded. Reason: The draw server failed')).toBeVisible();
  await expect(phone.getByText('₹300.00').first()).toBeVisible();
  await expect(phone.getByRole('status').filter({ hasText: 'Void, ₹100 refunded' })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Void', exact: true })).toBeVisible();
  await expect(phone.getByText('₹100 on 4 refunded')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Join Green' })).toBeDisabled();
  await server.advance(ROUND_MS);
  const row = page.getByRole('table', { name: 'Game Summary' }).getByRole('row').nth(1);
  await expect(row).toContainText('Void · The draw server failed');
  const result = phone.getByRole('table', { name: 'Game Result' }).getByRole('row').nth(1);
  await expect(result).toContainText('Void');
  await result.getByRole('link').click();
  await expect(phone.getByText('Void, bets refunded')).toBeVisible();
  await expect(phone.getByText('SHA-256 of the seed is the commitment: Matches')).toBeVisible();
});

test('of two admins the later one wins, and is shown whose number it replaces', async ({
  page,
  server,
  openWindow,
}) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  const other = await openWindow(WIDE);
  const owner = await givenAdmin(server);
  const limits = { gameType: 'SAPRE_THREE', maxBet: '150000.00', reason: 'Set for this test' };
  await owner.perform('setGameLimits', limits, '__typename');
  await openAs(page, owner, GAME, { userType: 'admin' });
  await openAs(other, await givenAnotherAdmin(server), GAME, { userType: 'admin' });
  await expect(page.getByLabel('Largest bet')).toHaveValue('1,50,000');
  await expect(page.getByLabel('Smallest bet')).toHaveValue('');
  await expect(other.getByText('₹1,50,000.00')).toBeVisible();
  await choose(page, '3, Red');
  await choose(other, '8, Green');

  await confirm(page, 'Select number 3');
  await expect(other.getByText('It replaces number 3, which is set now.')).toBeVisible();
  await expect(other.getByRole('status').filter({ hasText: 'An admin has set number 3.' })).toBeVisible();
  await confirm(other, 'Select number 8');
  await expect(page.getByText('Winner number set to 8')).toBeVisible();
  await expect(other.getByText('Winner number set to 8')).toBeVisible();
  await page.goto('/admin/players');
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('An admin has set number 8.');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('where it needs a second admin, a number pauses betting until another admin confirms it', async ({
  page,
  server,
  openWindow,
}) => {
  const owner = await givenAdmin(server);
  const name = randomName('Chandra');
  const second = await givenAnotherAdmin(server, { name, roles: ['GAME'] });
  await needSecondAdmin(server, 'ALWAYS');
  await startOfNextRound(server, 'SAPRE_THREE');
  const [phone, other] = [await openWindow(), await openWindow(WIDE)];
  await openAs(phone, await givenPlayer(server, { rupees: 300 }), '/sapreThreeMin');
  await openAs(page, owner, GAME, { userType: 'admin' });
  await openAs(other, second, GAME, { userType: 'admin' });
  const join = phone.getByRole('button', { name: 'Join Green' });
  await expect(join).toBeEnabled();
  await expect(other.getByRole('button', { name: 'Submit' })).toBeVisible();

  await choose(page, '3, Red');
  await confirm(page, 'Select number 3');
  await expect(page.getByText('You have proposed this: another admin must confirm it.')).toBeVisible();
  await expect(page.getByText(/A number is proposed: no bets for \d+ s/)).toBeVisible();
  await expect(join).toBeDisabled();
  await expect(phone.getByText('Bets are paused: the operator may set this result.').first()).toBeVisible();
  await expect(phone.getByText('Fair draw')).toBeVisible();
  await expect(other.getByText(/It can be confirmed for \d+ s more/)).toBeVisible();
  await other.getByRole('button', { name: 'Decline' }).click();
  const declining = other.getByRole('dialog', { name: 'Decline' });
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect(join).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();

  await choose(other, '7, Red');
  await confirm(other, 'Select number 7');
  await page.getByRole('button', { name: 'Confirm number 7' }).click();
  await expect(page.getByText('Winner number set to 7')).toBeVisible();
  await expect(other.getByText('Winner number set to 7')).toBeVisible();
  await expect(phone.getByText('Result set by the operator', { exact: true })).toBeVisible();
  await expect(join).toBeDisabled();

  await other.getByRole('button', { name: 'Make this round void' }).click();
  const dialog = other.getByRole('dialog', { name: 'Make this round void' });
  await dialog.getByLabel('Reason').fill('The draw server failed');
  await dialog.getByRole('button', { name: 'Make this round void' }).click();
  await page.getByRole('button', { name: /^Confirm round \d+ void/ }).click();
  await expect(other.getByText('This round is void. Reason: The draw server failed')).toBeVisible();
  await expect(phone.getByText('All bets are refunded. Reason: The draw server failed')).toBeVisible();
  await server.advance(ROUND_MS);
  const row = page.getByRole('table', { name: 'Game Summary' }).getByRole('row').nth(1);
  await expect(row).toContainText(`proposed by ${name}`);
});

test('a number cannot be set in the last seconds before bets close', async ({ page, server }) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, await givenAdmin(server), GAME, { userType: 'admin' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please select a number.')).toBeVisible();
  await choose(page, '3, Red');
  await server.advance(141_000);
  await page.reload();
  // On a slow machine bets close meanwhile, and it is too late for making the round void as well.
  await expect(page.getByText('Too late for this round: possible until 5 s before bets close.')).toBeVisible();
  await expect(page.getByRole('radio', { name: '3, Red' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
});

test('a number that comes too late by the server’s clock is refused in its words', async ({ page, server }) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, await givenAdmin(server), GAME, { userType: 'admin' });
  await choose(page, '3, Red');
  // The page has not been notified yet that so much time has passed.
  await server.advance(146_000 - ((await server.now()) % ROUND_MS));
  await confirm(page, 'Select number 3');
  await expect(page.getByRole('alert')).toContainText(
    'Error: It is too late to set the result of this round: the last 5 seconds before betting closes',
  );
});

test('rounds and bets are there as CSV', async ({ page, server }) => {
  await openAs(page, await givenAdmin(server), '/admin/sapre', { userType: 'admin' });
  for (const what of ['rounds', 'bets']) {
    await page.getByRole('button', { name: `Export ${what}` }).click();
    const download = page.waitForEvent('download');
    const dialog = page.getByRole('dialog', { name: `Export ${what}` });
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expect(dialog).toBeHidden();
  }
});

test('the slider rules from the next round on, its stakes a secret until bets close', async ({
  page,
  server,
  openWindow,
}) => {
  await startOfNextRound(server, 'SAPRE_THREE');
  const admin = await givenAdmin(server);
  const other = await openWindow(WIDE);
  await openAs(page, admin, '/admin/sapre', { userType: 'admin' });
  await openAs(other, await givenAnotherAdmin(server), '/admin/sapre', { userType: 'admin' });
  const slider = page.getByRole('slider', { name: 'Profit Slider' });
  for (const screen of [page, other]) await expect(screen.getByText('the slider decides nothing now')).toBeVisible();

  await page.getByText('No', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Randomize Game Result' });
  await dialog.getByRole('button', { name: 'Stop randomizing' }).click();
  await closeMessage(page);
  await expect(other.getByText('The profit rule decides rounds, by the slider.')).toBeVisible();

  await slider.press('Home');
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await page.getByRole('button', { name: 'Set level 2' }).click();
  const level = page.getByRole('dialog', { name: 'Change the profit level' });
  await expect(level.getByText('Change the level from 0, Low Profit to 2, Low Profit?')).toBeVisible();
  await expect(level.getByText(/every round of every game that opens from now on/)).toBeVisible();
  await level.getByLabel('Reason').fill('Rehearsal of the drill');
  await level.getByRole('button', { name: 'Set level 2' }).click();
  await closeMessage(page);
  await expect(slider).toHaveAttribute('aria-valuetext', '2, Low Profit');
  await expect(other.getByRole('slider', { name: 'Profit Slider' })).toHaveAttribute('aria-valuetext', '2, Low Profit');
  await expect(page.getByRole('link', { name: /Sapre 3 min/ })).toContainText('Fair draw');

  const gameId = await startOfNextRound(server, 'SAPRE_THREE');
  await expect(page.getByRole('link', { name: /Sapre 3 min/ })).toContainText('Profit rule, level 2');
  await page.getByRole('link', { name: /Sapre 3 min/ }).click();
  await expect(page.getByText('Secret until bets close')).toBeVisible();
  const player = await givenPlayer(server, { rupees: 100 });
  await player.perform('placeBet', { gameId, selection: { color: 'GREEN' }, amount: '50.00' }, 'bet { id }');
  await expect(page.getByText('Secret until bets close')).toBeVisible();
  await server.advance(150_000);
  await expect(page.getByRole('list', { name: 'Stakes by colour' }).getByText('₹50')).toBeVisible();
});

test('randomizing must be confirmed, and can be left as it is', async ({ page, server }) => {
  const admin = await givenAdmin(server);
  await randomize(admin, false);
  await openAs(page, admin, '/admin/sapre', { userType: 'admin' });
  await page.getByText('Yes', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Randomize Game Result' });
  await expect(dialog.getByText('Are you sure you want to randomize the result? It may cause a loss.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
});

test('a rail is paused with a notice that players see at once, and resumed', async ({ page, server }) => {
  const admin = await givenAdmin(server);
  await openAs(page, admin, '/admin/sapre', { userType: 'admin' });
  await page.getByRole('button', { name: 'Pause: Withdrawals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause: Withdrawals' });
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('From 3 to 300 characters.');
  await dialog.getByLabel('Notice in English').fill('The bank is closed today.');
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('The bank is closed today.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume: Withdrawals' })).toBeVisible();

  await openAs(page, await givenPlayer(server), '/wallet');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toHaveText('Withdrawals paused. The bank is closed today.');
  await admin.execute('mutation { resume(input: { scope: WITHDRAWALS }) { __typename } }');
  await expect(notices).toHaveCount(0);
});

/** Results and void rounds. */
async function needSecondAdmin(server: ReachableServer, need: 'ALWAYS' | 'NEVER'): Promise<void> {
  for (const kind of ['override', 'void']) await writeThreshold(server.database, kind, need === 'ALWAYS' ? 0 : null);
}

async function randomize(admin: Person, on: boolean): Promise<void> {
  const mutation = 'mutation ($input: SetRandomizeInput!) { setRandomize(input: $input) { __typename } }';
  const { setRandomize } = await admin.execute(mutation, { input: { randomize: on } });
  expect(setRandomize.__typename).toBe('SettingsPayload');
}

/** Chooses a number and opens the confirmation. */
async function choose(page: Page, option: string): Promise<void> {
  await select(page, option);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Override the winner' })).toBeVisible();
}

/** Gives a reason in the open dialog, and confirms. */
async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Override the winner' });
  await dialog.getByLabel('Reason').fill('Rehearsal of the drill');
  await dialog.getByRole('button', { name: label }).click();
}

async function select(page: Page, option: string): Promise<void> {
  await page.getByRole('radio', { name: option }).check();
}

async function closeMessage(page: Page): Promise<void> {
  const message = page.getByRole('dialog', { name: 'Message' });
  await expect(message).toContainText('Updated successfully!');
  await message.getByRole('button', { name: 'Close' }).click();
  await expect(message).toBeHidden();
}
