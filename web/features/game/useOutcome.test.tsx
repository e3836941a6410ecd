import { gql } from '@apollo/client';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { useOutcome } from './useOutcome.ts';

const gameId = 'sapreOne-202611200742';

/** What a game's screen has in the cache. */
const Known_Query = gql`
  query Known_Query {
    payoutTable {
      selection {
        color
        number
      }
      numbers {
        number
        basisPoints
      }
    }
    activeContest {
      id
      viewer {
        bets {
          id
          selection {
            color
            number
          }
          amount
          payout
          cancelled
        }
      }
    }
  }
`;

/** The outcome shown after a round with these stakes and wins of the player. */
async function outcomeOf(betAmount: string | null, winAmount: string | null) {
  const server = new ScriptedServer();
  const { result } = renderHookApp(useOutcome, server);
  const viewer = betAmount === null ? null : { __typename: 'ContestViewer', betAmount, winAmount };
  server.willAnswer({
    contest: { __typename: 'Contest', id: 'contest-1', winningNumber: 7, viewer },
    viewer: { __typename: 'Viewer', betsIn: [] },
  });
  await act(async () => result.current.showOutcome(gameId));
  expect(server.sent).toEqual([{ gameId }]);
  return result.current.outcome;
}

afterEach(cleanup);

it('shows the outcome of a round to a player who had a bet in it', async () => {
  expect(await outcomeOf('10.00', '96.00')).toEqual({ gameId, number: 7, stake: '10.00', back: '96.00', bets: [] });
  expect(await outcomeOf('10.00', null)).toEqual({ gameId, number: 7, stake: '10.00', back: '0.00', bets: [] });
});

it.each([null, '0.00'])('shows none to a player without a live bet: %s', async (stake) => {
  expect(await outcomeOf(stake, null)).toBeNull();
});

it.each([
  ['of one’s own', false, { gameId, number: 4, stake: '10.00', back: '20.00' }],
  ['that was taken back', true, null],
  ['of nobody', null, null],
])('shows what the number returns, before it is paid, on a bet %s', (_whose, cancelled, expected) => {
  const server = new ScriptedServer();
  const cache = makeCache();
  const selection = { __typename: 'Selection', color: 'GREEN', number: null };
  const bet = { __typename: 'Bet', id: 'bet-1', selection, amount: '10.00', payout: null, cancelled };
  const numbers = [{ __typename: 'PayoutNumber', number: 4, basisPoints: 20_000 }];
  const viewer = { __typename: 'ContestViewer', bets: cancelled === null ? [] : [bet] };
  cache.writeQuery({
    query: Known_Query,
    data: {
      payoutTable: [{ __typename: 'PayoutRow', selection, numbers }],
      activeContest: { __typename: 'Contest', id: 'contest-1', viewer },
    },
  });
  const { result } = renderHookApp(useOutcome, server, cache);
  act(() => result.current.expectOutcome({ id: 'contest-1', gameId }, 4));
  if (expected) expect(result.current.outcome).toMatchObject(expected);
  else expect(result.current.outcome).toBeNull();
  expect(server.sent).toEqual([]);
});

it('gives what a void round refunds, without bets that were taken back', () => {
  const cache = makeCache();
  const bet = (id: string, cancelled: boolean) => ({
    __typename: 'Bet',
    id,
    selection: { __typename: 'Selection', color: 'GREEN', number: null },
    amount: '10.00',
    payout: null,
    cancelled,
  });
  const viewer = { __typename: 'ContestViewer', bets: [bet('1', false), bet('2', true), bet('3', false)] };
  const activeContest = { __typename: 'Contest', id: 'contest-1', viewer };
  cache.writeQuery({ query: Known_Query, data: { payoutTable: [], activeContest } });
  const { result } = renderHookApp(useOutcome, new ScriptedServer(), cache);
  act(() => result.current.showVoid({ id: 'contest-1', gameId }));
  expect(result.current.refunded).toBe(2_000n);
  expect(result.current.outcome).toBeNull();
});

it('shows an outcome for four seconds, and not again when the round has been paid', async () => {
  const server = new ScriptedServer();
  const { result } = renderHookApp(useOutcome, server);
  const paid = (winAmount: string) => ({
    contest: {
      __typename: 'Contest',
      id: 'contest-1',
      winningNumber: 7,
      viewer: { __typename: 'ContestViewer', betAmount: '10.00', winAmount },
    },
    viewer: { __typename: 'Viewer', betsIn: [] },
  });
  server.willAnswer(paid('96.00'), paid('95.00'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await act(async () => result.current.showOutcome(gameId));
    expect(result.current.outcome?.back).toBe('96.00');
    act(() => void vi.advanceTimersByTime(3_999));
    expect(result.current.outcome).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current.outcome).toBeNull();
    await act(async () => result.current.showOutcome(gameId));
    expect(result.current.last?.back).toBe('95.00');
    expect(result.current.outcome).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
