import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { executeAt } from '../support/execute.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

// With motion, which the other specs do without.
test.use({ reducedMotion: 'no-preference' });

const games = [
  { path: '/sapreThritySec', title: '30 s' },
  { path: '/sapreOneMin', title: '1 min' },
  { path: '/sapreThreeMin', title: '3 min' },
];

for (const { path, title } of games) {
  test(`the game of ${title} shows clock, balance, choices and who decides`, async ({ page, server }) => {
    const player = await givenPlayer(server, { rupees: 300 });
    // Rounds of all games begin together.
    await startOfNextRound(server, 'SAPRE_THREE');
    await openAs(page, player, path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('₹300.00')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveAccessibleName(
      /^(Bets close in|Next round in|Waiting for the result\.\.\.) \d\d:\d\d$/,
    );
    await expect(page.getByText('Fair draw')).toBeVisible();
    for (const color of ['Green', 'Violet', 'Red']) {
      await expect(page.getByRole('button', { name: `Join ${color}` })).toBeVisible();
    }
    for (let number = 0; number < 10; number += 1) {
      await expect(page.getByRole('button', { name: `Join number ${number}`, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Join number 0', exact: true })).toHaveAccessibleDescription(
      'Violet Green, returns 9.6×',
    );
    await expect(page.getByRole('link', { name: 'Fair draw' })).toHaveAttribute('href', /^\/fairness\/sapre/);
    await page.getByRole('link', { name: 'Recharge' }).click();
    await expect(page).toHaveURL(/\/deposit$/);
  });
}

test('two players bet, the operator sets the result, one takes the bets back, and both see how it ends', async ({
  page,
  server,
  openWindow,
}) => {
  const admin = await givenAdmin(server);
  const [staying, leaving] = [await givenPlayer(server, { rupees: 500 }), await givenPlayer(server, { rupees: 500 })];
  const other = await openWindow();
  await startOfNextRound(server);
  await openAs(page, staying, '/sapreThritySec');
  await openAs(other, leaving, '/sapreThritySec');

  await bet(page, 'Join number 4', 'Bet ₹10 on 4');
  await bet(other, 'Join Red', 'Bet ₹10 on Red');
  await expect(other.getByText('₹490.00')).toBeVisible();

  const { activeContest } = await admin.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  await admin.perform(
    'overrideContest',
    { gameId: activeContest.gameId, number: 4, reason: 'set by a test' },
    'contest { id }',
  );
  await expect(page.getByText('Result set by the operator', { exact: true })).toBeVisible();
  const reason = 'this round takes no new bets; you can take your bets back';
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Join number 4', exact: true })).toBeDisabled();
  await other.getByRole('button', { name: 'Cancel my bets' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel my bets' }).click();
  await expect(other.getByText('₹500.00')).toBeVisible();

  await server.advance(30_000);
  await expect(page.getByText('You won ₹86')).toBeVisible();
  await expect(page.getByText('₹586.00')).toBeVisible();
  const ended = page.getByRole('region', { name: 'Your last round: result 4' });
  await expect(ended.getByText('won, returned ₹96')).toBeVisible();
  await expect(ended.getByText('You staked ₹10, got ₹96 back: +₹86')).toBeVisible();
  await ended.getByRole('button', { name: 'Repeat last bets, ₹10' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bet ₹10 again' }).click();
  await expect(page.getByRole('region', { name: 'Your bets in this round' }).getByText('₹10 on 4')).toBeVisible();
  await expect(page.getByText('₹576.00')).toBeVisible();
  const newest = other.getByRole('table', { name: 'Game Result' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Set by operator');
  await expect(newest.getByRole('cell').nth(1)).toContainText('4');
  await expect(newest).toContainText('Green');
});

test('a bet is shown before its answer, and its result before it is paid, until the next bet', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await startOfNextRound(server);
  await openAs(page, player, '/sapreThritySec');
  const answerBet = await holdAnswers(page, 'PlaceBet_Mutation');
  await sendBet(page, 'Join Green', 'Bet ₹10 on Green');
  const running = page.getByRole('region', { name: 'Your bets in this round' });
  await expect(running.getByText('₹10 on ● Green')).toBeVisible();
  await expect(page.getByText('₹290.00')).toBeVisible();
  const green = page.getByRole('button', { name: 'Join Green' });
  await expect(green.locator('..').getByText('₹10', { exact: true })).toBeVisible();
  await expect(green).toHaveAccessibleDescription(/^Your stake: ₹10\. Returns 2×/i);
  await answerBet();
  // In the panel's own line, which the stake has again after two seconds; no toast lies on the board.
  await expect(page.getByRole('status').filter({ hasText: 'Bet Placed: ₹10 on Green' })).toBeVisible();
  await expect(page.getByText('Bet Placed')).toHaveCount(1);
  await expect(page.getByText('Your stake: ₹10')).toBeVisible();

  // What was paid is never answered: the screen computes it from the number and its bets.
  await page.route('**/graphql', (route) => (operationOf(route) === 'Outcome_Query' ? undefined : route.fallback()));
  await server.advance(30_000);
  const ended = page.getByRole('region', { name: /^Your last round: result \d$/ });
  await expect(ended.getByText('₹10 on ● Green')).toBeVisible();
  await startOfNextRound(server);
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^Bets close in/);
  await expect(ended).toBeVisible();
  await sendBet(page, 'Join Red', 'Bet ₹10 on Red');
  await expect(running.getByText('₹10 on ▲ Red')).toBeVisible();
  await expect(ended).toBeHidden();
});

/** Holds back the answers to an operation until the returned function is called. */
async function holdAnswers(page: Page, operation: string): Promise<() => Promise<void>> {
  const held: Promise<void>[] = [];
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    if (operationOf(route) !== operation) return route.fallback();
    const answered = released.then(() => route.continue());
    held.push(answered);
    return answered;
  });
  return async () => {
    release();
    await Promise.all(held);
  };
}

const operationOf = (route: Route) =>
  (route.request().postDataJSON() as { operationName?: string } | null)?.operationName;

test('a bet above the balance is not sent, and betting closes with the clock', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 20 });
  await startOfNextRound(server);
  await openAs(page, player, '/sapreThritySec');
  await page.getByRole('button', { name: 'Join Violet' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: '₹100' }).click();
  await expect(sheet.getByText('Insufficient balance. Please top up your account to proceed.')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Top up ₹80 to bet' })).toHaveAttribute('href', '/deposit');
  await sheet.getByRole('button', { name: '₹10', exact: true }).click();
  await expect(sheet.getByText('₹48.00')).toBeVisible();
  // As with a keyboard over the lower half of the screen.
  await page.setViewportSize({ width: 360, height: 420 });
  await expect(sheet.getByRole('button', { name: 'Bet ₹10 on Violet' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 400, height: 860 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const intoRound = (await server.now()) % 30_000;
  await server.advance(25_100 - intoRound);
  await page.reload();
  const green = page.getByRole('button', { name: 'Join Green' });
  await expect(green).toBeDisabled();
  // It keeps the focus, and a press does nothing.
  await green.focus();
  await page.keyboard.press('Enter');
  await expect(green).toBeFocused();
  await expect(sheet).toBeHidden();
  await expect(page.getByText('Betting is closed until the next round starts.')).toBeVisible();
  await expect(page.getByTestId('last-seconds')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join Green' })).toBeEnabled();
});

test('the result table turns its pages, and each result can be checked', async ({ page, server }) => {
  const player = await givenPlayer(server);
  for (let round = 0; round < 12; round += 1) await startOfNextRound(server);
  await openAs(page, player, '/sapreThritySec');
  const table = page.getByRole('table', { name: 'Game Result' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  const newest = await table.getByRole('row').nth(1).innerText();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByLabel('Page 2')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).not.toHaveText(newest);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await table
    .getByRole('link', { name: /^Check the result of/ })
    .first()
    .click();
  await expect(page.getByText('SHA-256 of the seed is the commitment: Matches')).toBeVisible();
  await expect(page.getByText(/^The draw from this seed gives \d: Matches$/)).toBeVisible();
});

test('who watches sees the number come: in the clock’s card, above the fold of a small phone', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const player = await givenPlayer(server);
  for (let round = 0; round < 10; round += 1) await startOfNextRound(server);
  await openAs(page, player, '/sapreThritySec');
  const strip = page.getByRole('button', { name: /^Last numbers, newest first: (\d, ){9}\d\. Show/ });
  await expect(strip).toBeInViewport({ ratio: 1 });
  const before = numbersOf(await strip.getAttribute('aria-label'));
  await startOfNextRound(server);
  const newest = await newestNumber(server.url);
  await expect
    .poll(async () => numbersOf(await strip.getAttribute('aria-label')))
    .toEqual([newest, ...before.slice(0, 9)]);
  await strip.click();
  const plot = page.getByRole('dialog').getByRole('img', { name: /Past draws tell nothing about the next one/ });
  await expect(plot).toBeVisible();
});

function numbersOf(label: string | null): number[] {
  return (label?.match(/\d/g) ?? []).map(Number);
}

async function newestNumber(url: string): Promise<number> {
  const { contests } = await executeAt(url)(
    '{ contests(gameType: SAPRE_HALF, first: 1) { edges { node { winningNumber } } } }',
  );
  return contests.edges[0].node.winningNumber;
}

test('sound and vibration can be muted, and stay so', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/sapreOneMin');
  await page.getByRole('button', { name: 'Mute sound and vibration' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn on sound and vibration' })).toBeVisible();
});

async function bet(page: Page, join: string, submit: string): Promise<void> {
  await sendBet(page, join, submit);
  await expect(page.getByText('Bet Placed')).toBeVisible();
}

async function sendBet(page: Page, join: string, submit: string): Promise<void> {
  await page.getByRole('button', { name: join, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: submit }).click();
}
