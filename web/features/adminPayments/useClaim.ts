import { useEffect } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const ClaimTransaction_Mutation = graphql(`
  mutation ClaimTransaction_Mutation($input: ClaimTransactionInput!) {
    claimTransaction(input: $input) {
      ... on ClaimTransactionPayload {
        transaction {
          id
          ...ClaimNotice_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ReleaseTransaction_Mutation = graphql(`
  mutation ReleaseTransaction_Mutation($input: ReleaseTransactionInput!) {
    releaseTransaction(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Requests that are only passed on the way to another one aren't claimed. */
const claimAfterMs = 500;
/** Within the 5 minutes that a claim lasts (server/domain/wallet/README.md#the-queue). */
const renewEveryMs = 2 * 60_000;

/** Claims a pending request while its details are open, and releases it afterwards. Returns how to take it over. */
export function useClaim(transactionId: string): () => void {
  const { act: claim } = useAction(ClaimTransaction_Mutation, options);
  const { act: release } = useAction(ReleaseTransaction_Mutation, options);
  useEffect(() => {
    let claimed = false;
    const renew = () => {
      claimed = true;
      void claim({ transactionId });
    };
    const first = setTimeout(renew, claimAfterMs);
    const renewal = setInterval(renew, renewEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(renewal);
      if (claimed) void release({ transactionId });
    };
  }, [claim, release, transactionId]);
  return () => void claim({ transactionId, takeOver: true });
}

const options = {};
