import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perform } from '../support/execute.ts';
import { lastMail } from '../support/world/mails.ts';
import { givenAdmin, signIn } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('one whole round through the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('from signing up to the winnings in the wallet', async () => {
    const email = 'meera@example.com';
    await perform(server.execute, 'register', { email, name: 'Meera Iyer' }, 'email');
    const { body } = await lastMail(server.database, email);
    const password = /\b([A-Za-z0-9_-]{12,})\b/.exec(body.replace(/https?:\S+/g, ''))?.[1] ?? '';
    const player = await signIn(server, email, password);

    const { viewer } = await player.execute(
      '{ viewer { user { name email userType } wallet { available held } payee(channel: UPI) { id upiId } admin { pendingCount } } }',
    );
    expect(viewer).toMatchObject({
      user: { name: 'Meera Iyer', email, userType: 'PLAYER' },
      wallet: { available: '0.00', held: '0.00' },
      payee: { upiId: 'play@rangoli' },
      admin: null,
    });

    const { transaction } = await player.perform(
      'requestDeposit',
      { amount: '500', reference: 'utr000000001', payeeId: viewer.payee.id },
      'transaction { id status amount reference }',
    );
    expect(transaction).toMatchObject({ status: 'PENDING', amount: '500.00', reference: 'utr000000001' });
    const admin = await givenAdmin(server);
    await admin.perform(
      'decideTransaction',
      { transactionId: transaction.id, decision: 'APPROVE' },
      'transaction { status decidedBy { name } }',
    );

    const { activeContest } = await player.execute(
      '{ activeContest(gameType: SAPRE_HALF) { gameId state decidedBy } }',
    );
    expect(activeContest).toMatchObject({ state: 'OPEN', decidedBy: 'DRAW' });
    const { gameId } = activeContest;
    const bets = ['{ number: 7 }', '{ color: GREEN }', '{ color: RED }'];
    for (const selection of bets) {
      const { placeBet } = await player.execute(
        `mutation { placeBet(input: { gameId: "${gameId}", selection: ${selection}, amount: "10" }) {
          __typename ... on PlaceBetPayload { bet { amount payout selection { label } } wallet { available held } contest { viewer { betAmount } } }
        } }`,
      );
      expect(placeBet.__typename).toBe('PlaceBetPayload');
    }
    const placed = await player.execute(
      `query ($gameId: String!) { viewer { wallet { available } activeGames { amount contest { gameId } } betsIn(gameId: $gameId) { payout selection { label } } } }`,
      { gameId },
    );
    expect(placed['viewer']).toEqual({
      wallet: { available: '470.00' },
      activeGames: [{ amount: '30.00', contest: { gameId } }],
      betsIn: [
        { payout: null, selection: { label: '7' } },
        { payout: null, selection: { label: 'Green' } },
        { payout: null, selection: { label: 'Red' } },
      ],
    });

    server.clock.advance(30_000);
    await server.contestClock.idle();
    const { contest, viewer: after } = await player.execute(
      `query ($gameId: String!) {
        contest(gameId: $gameId) {
          state winningNumber winningColors seed totalStakes operator { totalPayouts }
          viewer { betAmount winAmount bets { payout selection { label } } }
          payoutTable { selection { label } numbers { number basisPoints } }
        }
        viewer {
          wallet { available }
          betsIn(gameId: $gameId) { payout selection { label } }
          walletHistory { edges { node { __typename ... on ContestResult { betAmount winAmount } ... on Transaction { amount status } } } }
        }
      }`,
      { gameId },
    );
    expect(contest).toMatchObject({ state: 'SETTLED', totalStakes: '30.00', operator: null });
    expect(contest.viewer.betAmount).toBe('30.00');
    expect(contest.viewer.bets).toHaveLength(3);
    expect(contest.viewer.bets).toEqual(after.betsIn);
    const ofAdmin = await admin.execute(
      'query ($gameId: String!) { contest(gameId: $gameId) { viewer { bets { id } } operator { totalPayouts } } }',
      { gameId },
    );
    expect(ofAdmin).toEqual({ contest: { viewer: null, operator: { totalPayouts: contest.viewer.winAmount } } });
    const returned = contest.payoutTable
      .filter((row: { selection: { label: string } }) => ['7', 'Green', 'Red'].includes(row.selection.label))
      .flatMap((row: { numbers: { number: number; basisPoints: number }[] }) => row.numbers)
      .filter((cell: { number: number }) => cell.number === contest.winningNumber)
      .reduce((sum: number, cell: { basisPoints: number }) => sum + cell.basisPoints / 1_000, 0);
    expect(contest.viewer.winAmount).toBe(returned.toFixed(2));
    expect(after.wallet.available).toBe((470 + returned).toFixed(2));
    expect(after.walletHistory.edges.map((edge: { node: unknown }) => edge.node)).toEqual([
      { __typename: 'ContestResult', betAmount: '30.00', winAmount: returned.toFixed(2) },
      { __typename: 'Transaction', amount: '500.00', status: 'SUCCESS' },
    ]);
  });
});
