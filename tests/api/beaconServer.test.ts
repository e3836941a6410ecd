import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { type AnsweredReceipt, fieldsIn, promisedBy } from '../support/outsideReceipt.ts';
import { startTestServer, TEST_START, type TestServer } from '../support/server.ts';
import { startTestBeacon, type TestBeacon, testChain } from '../support/testBeacon.ts';
import { givenPlayer } from '../support/world/people.ts';

let now = TEST_START;
let beacon: TestBeacon;
let server: TestServer;

beforeAll(async () => {
  beacon = await startTestBeacon({ now: () => now }, 2);
  server = await startTestServer({ env: { BEACON: `drand:${beacon.relays.join(',')}` }, beaconChain: testChain });
});
afterAll(async () => {
  await server.stop();
  await beacon.stop();
});

/** Moves beacon and server to the instant, and waits until everything due by then is done or waits for the beacon. */
async function moveTo(instant: number) {
  now = instant;
  server.clock.set(instant);
  await server.contestClock.idle();
}

const published =
  `gameId drawVersion beaconRound timelock betsRoot beaconSignature beaconRandomness seed state voidCause
  wouldHaveBeen winningNumber`.replaceAll('\n', ' ');

async function round(gameId: string) {
  const { contest } = await server.execute(`query ($gameId: String!) { contest(gameId: $gameId) { ${published} } }`, {
    gameId,
  });
  return contest as Record<string, unknown>;
}

test('a server with BEACON opens its first rounds under colour-pf/2, and both APIs publish what they draw with', async () => {
  const { gameId, closesAt, endsAt } = slotAt('sapreHalf', TEST_START);
  const player = await givenPlayer(server, { rupees: 100 });
  await vi.waitFor(async () => expect((await round(gameId))['timelock']).toMatch(/^-----BEGIN AGE/));
  expect(await round(gameId)).toMatchObject({ drawVersion: 'COLOUR_PF_2', betsRoot: null, seed: null });
  await moveTo(closesAt);
  expect(await round(gameId)).toMatchObject({ betsRoot: expect.stringMatching(/^[0-9a-f]{64}$/), seed: null });

  beacon.behave('failing');
  await moveTo(endsAt);
  expect(await round(gameId)).toMatchObject({ state: 'CLOSED', seed: expect.any(String), winningNumber: null });
  // The read at 00:00 waits for the number.
  const listed = rest('/sapre/getSapreContestList?gameType=sapreHalf&limit=1', player.accessToken);
  beacon.behave('honest');
  await vi.waitFor(
    async () => {
      server.clock.advance(50);
      expect((await round(gameId))['state']).toBe('SETTLED');
    },
    { timeout: 10_000, interval: 20 },
  );
  const decided = await round(gameId);
  const { contests } = await listed;
  expect(contests).toMatchObject([
    {
      gameId,
      drawVersion: 'colour-pf/2',
      seed: decided['seed'],
      betsRoot: decided['betsRoot'],
      beaconRound: decided['beaconRound'],
      beaconRandomness: decided['beaconRandomness'],
      gameData: { winner: { number: decided['winningNumber'] } },
    },
  ]);
  expect(decided).toMatchObject({ beaconSignature: expect.stringMatching(/^[0-9a-f]{96}$/), voidCause: null });
});

test('both APIs answer a bet with its receipt, which anybody verifies from the answer and the published keys', async () => {
  const keys = (await (await fetch(`${server.url}/transparency/receipt-keys`)).text()).trim().split('\n');
  const { gameId } = slotAt('sapreThree', TEST_START);
  const player = await givenPlayer(server, { rupees: 100 });
  const { placeBet } = await player.execute(
    `mutation ($input: PlaceBetInput!) {
      placeBet(input: $input) {
        ... on PlaceBetPayload { bet { receipt { gameId number uid salt leaf place path note encoded } } }
      }
    }`,
    { input: { gameId, selection: { color: 'VIOLET' }, amount: '12.50', idempotencyKey: 'a bet with a receipt' } },
  );
  const { encoded, ...receipt } = (placeBet as { bet: { receipt: AnsweredReceipt & { encoded: string } } }).bet.receipt;
  expect(fieldsIn(encoded)).toEqual(receipt);
  expect(promisedBy(receipt, keys)).toEqual({ gameId, number: 1, selection: 11, paise: 1_250 });

  const response = await fetch(`${server.url}/sapre/placeBet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${player.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ gameId, amount: 7.25, betType: 'number', betValue: 3 }),
  });
  const answer = (await response.json()) as { receipt: AnsweredReceipt };
  expect(promisedBy(answer.receipt, keys)).toEqual({ gameId, number: 2, selection: 3, paise: 725 });

  // Each of its parts counts.
  const wrong: Partial<AnsweredReceipt>[] = [
    { number: 1 },
    { uid: '10000001' },
    { salt: receipt.salt },
    { leaf: receipt.leaf },
    { note: answer.receipt.note.replace(/T\d\d/, 'T00') },
    { path: ['AAAA'] },
  ];
  for (const change of wrong)
    expect(() => promisedBy({ ...answer.receipt, ...change }, keys), JSON.stringify(change)).toThrow(/^(?:the|no)/);
  expect(() => promisedBy(answer.receipt, [])).toThrow('no published key');
});

async function rest(path: string, token: string): Promise<{ contests: unknown }> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { contests: unknown };
}
