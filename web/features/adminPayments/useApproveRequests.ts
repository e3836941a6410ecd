import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

graphql(`
  fragment Approved_transaction on Transaction {
    id
    status
    reference
    upiId
    accountNumber
    updatedAt
    decidedAt
    decidedBy {
      id
      uid
      name
    }
  }
`);

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
            ...Approved_transaction @unmask
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ApproveWithdrawals_Mutation = graphql(`
  mutation ApproveWithdrawals_Mutation($input: ApproveWithdrawalsInput!) {
    approveWithdrawals(input: $input) {
      ... on ApproveWithdrawalsPayload {
        approvals {
          approved
          proposed
          refusal {
            code
            message
          }
          transaction {
            ...Approved_transaction @unmask
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Requests of one type are approved together: deposits are credited, withdrawals are to be paid. */
export type RequestType = 'CREDIT' | 'DEBIT';

/** How it went for several requests. */
export interface Approvals {
  readonly approved: number;
  /** How many need a second admin, and are proposed. */
  readonly proposed: number;
  /** A request's reference or account, and why it was refused. */
  readonly refused: readonly (readonly [mark: string, why: string])[];
}

/** Approves several requests of a type. Retried after a lost response with the same key, each is still approved once. */
export function useApproveRequests(type: RequestType) {
  const deposits = useAction(ApproveDeposits_Mutation, options);
  const withdrawals = useAction(ApproveWithdrawals_Mutation, options);
  const { pending, problem } = type === 'CREDIT' ? deposits : withdrawals;
  /** Null where nothing was decided. */
  const approve = async (transactionIds: string[]): Promise<Approvals | null> => {
    const answer = await (type === 'CREDIT' ? deposits : withdrawals).act({ transactionIds });
    if (answer.outcome !== 'done') return null;
    const { approvals } = answer.payload;
    return {
      approved: approvals.filter(({ approved }) => approved).length,
      proposed: approvals.filter(({ proposed }) => proposed).length,
      refused: approvals.flatMap(({ refusal, transaction }) =>
        refusal === null ? [] : [[markOf(transaction), refusal.message] as const],
      ),
    };
  };
  return { approve, approving: pending, problem };
}

const options = { keyed: true } as const;

type Marked = {
  readonly reference: string | null;
  readonly upiId: string | null;
  readonly accountNumber: string | null;
};

function markOf(transaction: Marked | null): string {
  return transaction?.reference ?? transaction?.upiId ?? transaction?.accountNumber ?? '';
}
