import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { executeAt } from '../support/execute.ts';
import vectors from '../examples/quicknet.json' with { type: 'json' };

const [beacon] = vectors.rounds as [(typeof vectors.rounds)[number]];
/** The published vector of a round under colour-pf/2 without bets, with a real round of drand's quicknet. */
const round = {
  state: 'SETTLED',
  decidedBy: 'DRAW',
  gameId: 'sapreHalf-202601010001',
  endsAt: new Date((vectors.genesisTime + (beacon.round - 1) * vectors.period) * 1_000).toISOString(),
  commitment: '544e62cee8033709e389e5b2755343d0d0fa8c4850215cfb6331717e80d1aea3',
  seed: '2a'.repeat(32),
  drawVersion: 'colour-pf/2',
  beaconRound: beacon.round,
  betsRoot: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  beaconSignature: beacon.signature,
  beaconRandomness: beacon.randomness,
  winningNumber: 8,
};

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

test('the page of a round verifies the beacon and recomputes the number in the browser', async ({ page, server }) => {
  const { activeContest } = await executeAt(server.url)('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  const path = `/fairness/${activeContest.gameId}`;
  await publish(page, round);
  await page.goto(path);
  await expect(page.getByText(/Round 1000 of the public beacon is that of the end.*: Matches/)).toBeVisible();
  await expect(page.getByText('The draw from this seed gives 8: Matches')).toBeVisible();
  await expect(page.getByText('SHA-256 of the seed is the commitment: Matches')).toBeVisible();

  await page.unroute('**/graphql*');
  await publish(page, {
    ...round,
    state: 'CLOSED',
    winningNumber: null,
    beaconSignature: null,
    beaconRandomness: null,
  });
  await page.goto(path);
  await expect(page.getByRole('status').getByText('Waiting for the public beacon...')).toBeVisible();
});
