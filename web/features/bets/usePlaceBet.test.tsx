import { gql } from '@apollo/client';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeIdempotencyKey } from '../../../tests/support/idempotencyKey.ts';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { forgetOpenBet, useOpenBets } from './openBets.ts';
import { isPending } from './pendingBet.ts';
import { usePlaceBet } from './usePlaceBet.ts';

const gameId = 'sapreOne-202611200742';
const contest = { id: 'contest-1', gameId };
const bet = { contest, choice: { color: 'GREEN' }, stakePaise: 3_000n } as const;
const placed = {
  __typename: 'PlaceBetPayload',
  bet: {
    __typename: 'Bet',
    id: 'bet-1',
    selection: { __typename: 'Selection', color: 'GREEN', number: null },
    amount: '30.00',
    payout: null,
    cancelled: false,
  },
  wallet: { __typename: 'Wallet', id: 'wallet-1', available: '70.00', held: '0.00' },
  contest: {
    __typename: 'Contest',
    id: 'contest-1',
    state: 'OPEN',
    viewer: { __typename: 'ContestViewer', betAmount: '30.00' },
  },
};
const noBets = { __typename: 'ContestViewer', bets: [] };

afterEach(cleanup);

describe('placing a bet', () => {
  describeIdempotencyKey({
    useSend: () => usePlaceBet().placeBet,
    request: bet,
    other: { ...bet, stakePaise: 4_000n },
    field: 'placeBet',
    done: placed,
  });

  it('shows a bet once, also when its answer comes a second time', async () => {
    const cache = makeCache();
    const query = gql`
      query Bets {
        contest {
          id
          viewer {
            bets {
              id
            }
          }
        }
      }
    `;
    cache.writeQuery({ query, data: { contest: { __typename: 'Contest', id: contest.id, viewer: noBets } } });
    const server = new ScriptedServer();
    server.willAnswer({ placeBet: placed }, { placeBet: placed });
    const { result } = renderHookApp(usePlaceBet, server, cache);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await act(() => result.current.placeBet(bet));
      expect(cache.readQuery({ query })).toMatchObject({ contest: { viewer: { bets: [{ id: 'bet-1' }] } } });
    }
  });

  describe('before its answer', () => {
    let cache: ReturnType<typeof makeCache>;
    let server: ScriptedServer;
    const screen = gql`
      query Screen {
        viewer {
          wallet {
            id
            available
            held
          }
        }
        contest {
          id
          viewer {
            bets {
              id
              amount
            }
          }
        }
      }
    `;
    const wallet = { __typename: 'Wallet', id: 'wallet-1', available: '100.00', held: '0.00' };
    const closed = { __typename: 'BettingClosed', code: 'BETTING_CLOSED', message: 'no', closedContest: null };

    const shown = () => {
      const { viewer, contest: round } = cache.readQuery({ query: screen }, true) as {
        viewer: { wallet: { available: string } };
        contest: { viewer: { bets: { id: string; amount: string }[] } };
      };
      return {
        available: viewer.wallet.available,
        bets: round.viewer.bets.map(({ id, amount }) => [isPending(id), amount]),
      };
    };
    const before = { available: '100.00', bets: [] };
    const atOnce = { available: '70.00', bets: [[true, '30.00']] };
    const render = () => renderHookApp(() => ({ ...usePlaceBet(), open: useOpenBets(gameId) }), server, cache).result;

    beforeEach(() => {
      cache = makeCache();
      const round = { __typename: 'Contest', id: contest.id, viewer: noBets };
      cache.writeQuery({ query: screen, data: { viewer: { __typename: 'Viewer', wallet }, contest: round } });
      server = new ScriptedServer();
    });
    afterEach(() => forgetOpenBet(bet));

    it('is shown, with the balance without its stake, and once when it is taken', async () => {
      const result = render();
      await act(async () => void result.current.placeBet(bet));
      expect(shown()).toEqual(atOnce);
      await act(async () => server.answerLate({ placeBet: placed }));
      expect(shown()).toEqual({ available: '70.00', bets: [[false, '30.00']] });
      expect(result.current.open).toEqual([]);
    });

    it('is taken back with the reason of a refusal', async () => {
      const result = render();
      await act(async () => void result.current.placeBet(bet));
      expect(shown()).toEqual(atOnce);
      await act(async () => server.answerLate({ placeBet: { ...closed, reason: null } }));
      expect(shown()).toEqual(before);
      expect(result.current.open).toMatchObject([{ state: 'refused', text: 'Betting is closed for this round' }]);
    });

    it('is kept without an answer when that is lost, and sent again with its key', async () => {
      server.willAnswer('lost', null);
      const result = render();
      for (const _attempt of [1, 2]) {
        await act(() => result.current.placeBet(bet));
        expect(shown()).toEqual(before);
        expect(result.current.open).toMatchObject([{ ...bet, state: 'unanswered' }]);
      }
      const [{ contest: _contest, ...open } = bet] = result.current.open;
      await act(async () => void result.current.placeBet({ ...open, contest }));
      expect(shown()).toEqual(atOnce);
      expect(result.current.open).toEqual([]);
      await act(async () => server.answerLate({ placeBet: placed }));
      expect(shown().bets).toEqual([[false, '30.00']]);
      expect(new Set(server.sent.map((sent) => JSON.stringify(sent))).size).toBe(1);
    });

    it('counts each of two bets, whichever is answered first', async () => {
      const result = render();
      await act(async () => void result.current.placeBet(bet));
      await act(async () => void result.current.placeBet({ ...bet, stakePaise: 4_000n }));
      expect(shown()).toEqual({
        available: '30.00',
        bets: [
          [true, '30.00'],
          [true, '40.00'],
        ],
      });
      await act(async () => server.answerLate({ placeBet: placed }));
      expect(shown()).toMatchObject({
        available: '30.00',
        bets: [
          [false, '30.00'],
          [true, '40.00'],
        ],
      });
    });
  });
});
