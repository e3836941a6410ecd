import type { ApolloCache } from '@apollo/client';
import type { PayloadOf } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PlaceBet_MutationMutation } from '../../gql/graphql.ts';
import { moneyOf, paiseOf } from '../../lib/money.ts';
import type { BetRequest } from './openBets.ts';
import { pendingId } from './pendingBet.ts';
import { selectionInputOf } from './selections.ts';

const ExpectedBet_viewer = graphql(`
  fragment ExpectedBet_viewer on Viewer {
    wallet {
      id
      available
      held
    }
  }
`);

const ExpectedBet_contest = graphql(`
  fragment ExpectedBet_contest on Contest {
    id
    viewer {
      betAmount
    }
  }
`);

/**
 * What the server will answer to a bet that it takes, for the screen to show meanwhile; null where the balance is not
 * known or too small.
 */
export function expectedBet(
  cache: ApolloCache,
  { contest, choice, stakePaise }: BetRequest,
): PayloadOf<PlaceBet_MutationMutation> | null {
  const read = { optimistic: true } as const;
  const viewer = cache.readFragment({ ...read, id: 'Viewer:{}', fragment: ExpectedBet_viewer });
  const wallet = viewer?.wallet;
  if (!wallet || paiseOf(wallet.available) < stakePaise) return null;
  const known = cache.readFragment({ ...read, id: `Contest:${contest.id}`, fragment: ExpectedBet_contest });
  const { color = null, number = null } = selectionInputOf(choice);
  return {
    __typename: 'PlaceBetPayload',
    bet: {
      __typename: 'Bet',
      id: pendingId(),
      selection: { __typename: 'Selection', color, number },
      amount: moneyOf(stakePaise),
      payout: null,
      cancelled: false,
    },
    wallet: { ...wallet, available: moneyOf(paiseOf(wallet.available) - stakePaise) },
    contest: {
      __typename: 'Contest',
      id: contest.id,
      state: 'OPEN',
      viewer: {
        __typename: 'ContestViewer',
        betAmount: moneyOf(paiseOf(known?.viewer?.betAmount ?? '0.00') + stakePaise),
      },
    },
  };
}
