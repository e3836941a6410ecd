import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

test('every guarded page redirects to the landing page without a session', async ({ page }) => {
  for (const path of ['/', '/wallet', '/account/Guide', '/sapreThritySec', '/admin/dashboard']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/rangoli$/);
  }
  await expect(page.getByRole('heading', { name: 'Welcome to Rangoli' })).toBeVisible();
  await expect(page.getByText('Play money: no cash value')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a player is sent away from the back office, an admin from the player’s pages', async ({
  page,
  server,
  openWindow,
}) => {
  await openAs(page, await givenPlayer(server, { name: 'Asha Rao' }), '/admin/dashboard');
  // By the landing page, which shows a signed-in player into the app.
  await expect(page).toHaveURL(/:\d+\/$/);
  const other = await openWindow();
  await openAs(other, await givenAdmin(server), '/wallet', { userType: 'admin' });
  await expect(other).toHaveURL(/\/admin\/dashboard$/);
});

test('a session that is over is cleared; one that cannot be renewed now is kept', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server);
  // A broken gateway's response, from which nothing can be concluded.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('Renewal_Mutation') ? route.fulfill({ body: 'oops' }) : route.continue(),
  );
  await openAs(page, player, '/wallet');
  await expect(page.getByText('Your session could not be renewed')).toBeVisible();
  // Its token is still current.
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.reload();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(page.getByText('Main wallet', { exact: true })).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBe(player.refreshToken);

  const other = await openWindow();
  await openAs(other, { ...player, refreshToken: 'not-one-of-ours' }, '/wallet');
  await expect(other).toHaveURL(/\/rangoli$/);
  expect(await other.evaluate(() => ({ ...localStorage }))).toEqual({ sessionEnd: 'over' });
});

test('an unknown address shows the not-found page', async ({ page }) => {
  for (const path of ['/nowhere', '/no/such/page', '/admin/nowhere']) {
    await page.goto(path);
    await expect(page.getByText('There is no such page')).toBeVisible();
  }
});

test('congrats, guide, about and promotion show their contents', async ({ page, server }) => {
  await openAs(page, await givenPlayer(server), '/account/Guide');
  await expect(page.getByText('in the last 5 seconds of the 30 seconds game')).toBeVisible();
  const payouts = page.getByRole('table', { name: 'What a bet returns' });
  await expect(payouts.getByRole('row', { name: /Green/ })).toContainText('1.6× on 0');
  await expect(payouts.getByRole('row', { name: /Exact number/ })).toContainText('9.6×');
  await page.goto('/account/About');
  await expect(page.getByRole('heading', { name: 'About Rangoli' })).toBeVisible();
  await page.goto('/promotion');
  await expect(page.getByText('No promotions at the moment')).toBeVisible();
  await page.goto('/congrats');
  await expect(page.getByText('congrats', { exact: true })).toBeVisible();
});

test('home shows three games, four to come, and four wins at a time', async ({ page, server }) => {
  await openAs(page, await givenPlayer(server), '/');
  await expect(page.getByRole('heading', { name: 'Games you can play: Coloring Game' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Play Coloring Game/ })).toHaveCount(3);
  for (const name of ['Aviator', 'Keno 80', 'Horse Riding', 'Turn']) await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText('received')).toHaveCount(4);
  await page.getByRole('link', { name: 'Play Coloring Game, 3 minutes' }).click();
  await expect(page).toHaveURL(/\/sapreThreeMin$/);
});

test('anybody reads why an operator decided a round, what the draw would have given, and has the month as files', async ({
  page,
  server,
}) => {
  const admin = await givenAdmin(server);
  await startOfNextRound(server);
  const { gameId, period } = (await admin.execute('{ activeContest(gameType: SAPRE_HALF) { gameId period } }'))[
    'activeContest'
  ];
  const reason = 'A number promised for the festival';
  await admin.perform('overrideContest', { gameId, number: 3, reason }, 'proposed');
  await startOfNextRound(server);

  await page.goto('/rangoli');
  await page.getByRole('link', { name: 'How results came about' }).click();
  const round = page.getByRole('link', { name: new RegExp(`${period} · set to 3`) });
  await expect(round).toContainText(`Reason: ${reason}`);
  await expect(round).toContainText(/The draw would have given \d and paid ₹0\.00\./);
  const file = `sapreHalf-${period.slice(0, 4)}-${period.slice(4, 6)}.jsonl`;
  for (const [folder, what] of Object.entries({ rounds: 'rounds', bets: 'bets', log: 'part of the log' })) {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download the ${what}` }).click();
    expect((await downloaded).suggestedFilename()).toBe(`${folder}-${file}`);
  }

  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page.getByText('No round of this month.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No round of this month.')).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await round.click();
  await expect(page).toHaveURL(new RegExp(`/fairness/${gameId}$`));
  await page.getByRole('link', { name: 'How this month’s results came about' }).click();
  await expect(round).toBeVisible();
});
