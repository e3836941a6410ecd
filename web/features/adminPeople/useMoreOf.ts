import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';

/** Fetches the next page of one of a member's lists into the cache; `query` takes the member's id. */
export function useMoreOf<Data, Variables extends OperationVariables & { memberId: string; after?: string | null }>(
  query: TypedDocumentNode<Data, Variables>,
  memberId: string,
) {
  const client = useApolloClient();
  return ({ variables }: { variables: { after: string | null } }) =>
    client.query({ query, variables: { memberId, ...variables } as Variables, fetchPolicy: 'network-only' });
}
