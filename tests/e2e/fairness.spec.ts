import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { executeAt } from '../support/execute.ts';
import { provenRound } from '../support/provenRound.ts';
import { publishedBets, publishedRound } from '../support/publishedRound.ts';

/** Answers about any round with this one. */
async function publish(page: Page, published: Record<string, unknown>): Promise<void> {
  await page.route('**/graphql*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data?: { contest?: object } };
    const { contest } = answer.data ?? {};
    if (contest && 'betsRoot' in contest) Object.assign(contest, published);
    await route.fulfill({ response, json: answer });
  });
}

/** The published vector of colour-pf/2 with three bets and a real round of drand's quicknet, as the page asks for it. */
async function vector() {
  const { payoutsByNumber, stakes, bets, ...round } = await publishedRound();
  const outcomes = payoutsByNumber.map((payouts, number) => ({
    __typename: 'ContestOutcome',
    number,
    stakes,
    payouts,
    profit: '0.00',
  }));
  return { ...round, drawVersion: 'COLOUR_PF_2', outcomes, betCount: bets };
}

test('the page of a round checks every step in a worker of the browser', async ({ page, server }) => {
  const { activeContest } = await executeAt(server.url)('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  const path = `/fairness/${activeContest.gameId}`;
  const round = await vector();
  const body = publishedBets.map((bet) => `${JSON.stringify(bet)}\n`).join('');
  await page.route(`**/transparency/bets/${round.gameId}.jsonl`, (route) => route.fulfill({ body }));
  await page.route(`**/log/rounds/${round.gameId}`, async (route) => route.fulfill({ json: await provenRound() }));
  await publish(page, round);
  await page.goto(path);
  const verdicts = page.getByRole('listitem');
  await expect(verdicts.filter({ hasText: /: Matches$/ })).toHaveText([
    /^SHA-256 of the seed is the commitment/,
    /^Round 1000 of the public beacon is that of the end/,
    /^The seed published, locked, at the opening opens with that signature/,
    /^The hash published before the end is that of all bets \(3\)/,
    /^Stakes and returns at each number follow/,
    /^The draw from this seed gives 1/,
    /^What was paid in all, ₹0.00, is what the table promises/,
    /^The signed public log of 7 entries tells the same about this round/,
    /^More than half of 3 witnesses confirmed the hash of all bets before the end/,
  ]);
  expect(page.workers()).toHaveLength(0);

  await page.unroute('**/graphql*');
  await publish(page, {
    ...round,
    state: 'CLOSED',
    winningNumber: null,
    outcomes: null,
    betCount: null,
    beaconSignature: null,
    beaconRandomness: null,
  });
  await page.goto(path);
  await expect(page.getByRole('status').getByText('Waiting for the public beacon...')).toBeVisible();
});
