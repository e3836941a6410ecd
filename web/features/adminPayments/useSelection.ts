import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { paiseOf } from '../../lib/money.ts';
import { filterInput, type PaymentFilter } from './paymentFilter.ts';
import type { RequestType } from './useApproveRequests.ts';

export const MatchingRequests_Query = graphql(`
  query MatchingRequests_Query($filter: TransactionFilter!, $after: String) {
    viewer {
      admin {
        transactions(first: 100, after: $after, order: OLDEST_FIRST, filter: $filter) {
          edges {
            node {
              id
              amount
            }
          }
          pageInfo {
            endCursor
          }
        }
      }
    }
  }
`);

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly transactionType: RequestType;
  readonly amount: string;
}

/** As many as one call approves (server/domain/wallet/README.md#the-queue). */
export const maxSelected = 100;

interface Chosen {
  readonly chosen: ReadonlyMap<string, bigint>;
  readonly ofType: RequestType;
}

const none: Chosen = { chosen: new Map(), ofType: 'CREDIT' };

export type Selection = ReturnType<typeof useSelection>;

/**
 * The pending requests that are selected for approval together, with their amounts: at most 100, of one type. Without one it is that
 * of the filter, or else deposits while the list has any.
 */
export function useSelection(shown: readonly Shown[], filter: PaymentFilter) {
  const client = useApolloClient();
  const [{ chosen, ofType }, setChosen] = useState<Chosen>(none);
  const waiting = shown.filter(({ status }) => status === 'PENDING');
  const waits = (id: string) => waiting.some((one) => one.id === id);
  const known = new Map(shown.map((one) => [one.id, one]));
  // What others have decided meanwhile is left out.
  const stillWaiting = (ids: Chosen['chosen']) => new Map([...ids].filter(([id]) => !known.has(id) || waits(id)));
  const selected = stillWaiting(chosen);
  const hasDeposits = waiting.some(({ transactionType }) => transactionType === 'CREDIT');
  const likeliest = filter.transactionType ?? (hasDeposits || waiting.length === 0 ? 'CREDIT' : 'DEBIT');
  const type = selected.size > 0 ? ofType : likeliest;

  const select = (id: string, isSelected: boolean) =>
    setChosen((before) => {
      const one = known.get(id);
      const after = one?.transactionType === before.ofType ? stillWaiting(before.chosen) : new Map<string, bigint>();
      if (isSelected && one !== undefined && after.size < maxSelected) after.set(id, paiseOf(one.amount));
      else after.delete(id);
      return { chosen: after, ofType: one?.transactionType ?? before.ofType };
    });
  /** Also those that the list doesn't show yet, the oldest first. */
  const selectMatching = async () => {
    const variables = { filter: { ...filterInput(filter), status: 'PENDING', transactionType: type } } as const;
    const { data } = await client.query({ query: MatchingRequests_Query, variables, fetchPolicy: 'network-only' });
    const edges = data?.viewer?.admin?.transactions?.edges ?? [];
    setChosen({ chosen: new Map(edges.map(({ node }) => [node.id, paiseOf(node.amount)])), ofType: type });
  };
  return {
    type,
    ids: new Set(selected.keys()) as ReadonlySet<string>,
    sum: [...selected.values()].reduce((sum, amount) => sum + amount, 0n),
    select,
    toggle: (id: string) => {
      const one = known.get(id);
      if (waits(id) && (selected.size === 0 || one?.transactionType === type)) select(id, !selected.has(id));
    },
    selectMatching: () => selectMatching().catch(() => undefined),
    clear: () => setChosen(none),
  };
}
