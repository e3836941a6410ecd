import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const ApproveDeposits_Mutation = graphql(`
  mutation ApproveDeposits_Mutation($input: ApproveDepositsInput!) {
    approveDeposits(input: $input) {
      ... on ApproveDepositsPayload {
        approvals {
          approved
          proposed
          refusal {
            code
            message
          }
          transaction {
            id
            status
            reference
            updatedAt
            decidedAt
            decidedBy {
              id
              uid
              name
            }
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Approves several deposits. Retried after a lost response with the same key, each is still approved once. */
export function useApproveDeposits() {
  const { act, pending, problem } = useAction(ApproveDeposits_Mutation, options);
  return { approve: (transactionIds: string[]) => act({ transactionIds }), approving: pending, problem };
}

const options = { keyed: true } as const;
