import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { paiseOf } from '../../lib/money.ts';
import { filterInput, type PaymentFilter } from './paymentFilter.ts';

export const MatchingDeposits_Query = graphql(`
  query MatchingDeposits_Query($filter: TransactionFilter!, $after: String) {
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
  readonly transactionType: string;
  readonly amount: string;
}

/** As many as one call approves (server/domain/wallet/README.md#the-queue). */
export const maxSelected = 100;

export type Selection = ReturnType<typeof useSelection>;

/** The pending deposits that are selected for approval together, with their amounts; at most 100. */
export function useSelection(shown: readonly Shown[], filter: PaymentFilter) {
  const client = useApolloClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, bigint>>(new Map());
  const waits = (id: string) =>
    shown.some((one) => one.id === id && one.status === 'PENDING' && one.transactionType === 'CREDIT');
  const known = new Map(shown.map((one) => [one.id, one]));
  // What others have decided meanwhile is left out.
  const selected = new Map([...chosen].filter(([id]) => !known.has(id) || waits(id)));

  const select = (id: string, isSelected: boolean) =>
    setChosen((before) => {
      const after = new Map(before);
      const amount = known.get(id)?.amount;
      if (isSelected && amount !== undefined && after.size < maxSelected) after.set(id, paiseOf(amount));
      else after.delete(id);
      return after;
    });
  /** Also those that the list doesn't show yet, the oldest first. */
  const selectMatching = async () => {
    const variables = { filter: { ...filterInput(filter), status: 'PENDING', transactionType: 'CREDIT' } } as const;
    const { data } = await client.query({ query: MatchingDeposits_Query, variables, fetchPolicy: 'network-only' });
    const edges = data?.viewer?.admin?.transactions?.edges ?? [];
    setChosen(new Map(edges.map(({ node }) => [node.id, paiseOf(node.amount)])));
  };
  return {
    ids: new Set(selected.keys()) as ReadonlySet<string>,
    sum: [...selected.values()].reduce((sum, amount) => sum + amount, 0n),
    select,
    toggle: (id: string) => {
      if (waits(id)) select(id, !selected.has(id));
    },
    selectMatching: () => selectMatching().catch(() => undefined),
    clear: () => setChosen(new Map()),
  };
}
