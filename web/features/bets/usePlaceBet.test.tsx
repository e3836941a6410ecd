import { gql } from '@apollo/client';
import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { describeIdempotencyKey } from '../../../tests/support/idempotencyKey.ts';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { usePlaceBet } from './usePlaceBet.ts';

const gameId = 'sapreOne-202611200742';
const bet = { gameId, choice: { color: 'GREEN' }, stakePaise: 3_000n } as const;
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
  contest: { __typename: 'Contest', id: 'contest-1', state: 'OPEN', viewerBetAmount: '30.00' },
};

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
      query BetsIn($gameId: String!) {
        viewer {
          betsIn(gameId: $gameId) {
            id
          }
        }
      }
    `;
    const variables = { gameId };
    cache.writeQuery({ query, variables, data: { viewer: { __typename: 'Viewer', betsIn: [] } } });
    const server = new ScriptedServer();
    server.willAnswer({ placeBet: placed }, { placeBet: placed });
    const { result } = renderHookApp(usePlaceBet, server, cache);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await act(() => result.current.placeBet(bet));
      expect(cache.readQuery({ query, variables })).toMatchObject({ viewer: { betsIn: [{ id: 'bet-1' }] } });
    }
  });

  it('reports a lost answer as uncertain, and a refusal as refused', async () => {
    const server = new ScriptedServer();
    server.willAnswer('lost', null, {
      placeBet: {
        __typename: 'BettingClosed',
        code: 'BETTING_CLOSED',
        message: 'no',
        closedContest: null,
        reason: null,
      },
    });
    const { result } = renderHookApp(usePlaceBet, server);
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      outcomes.push((await act(() => result.current.placeBet(bet))).outcome);
    }
    expect(outcomes).toEqual(['unanswered', 'unanswered', 'refused']);
  });
});
