import { useAction, type Problem } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { DenialReason, TransactionDecision } from '../../gql/graphql.ts';

const DecideTransaction_Mutation = graphql(`
  mutation DecideTransaction_Mutation($input: DecideTransactionInput!) {
    decideTransaction(input: $input) {
      ... on DecideTransactionPayload {
        proposed
        transaction {
          id
          proposal {
            id
            ...ProposalNotice_proposal
          }
          ...DecidedPayment_transaction
        }
      }
      ... on AlreadyDecided {
        taken: transaction {
          id
          ...DecidedPayment_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

export interface Decision {
  readonly transactionId: string;
  readonly decision: TransactionDecision;
  /** Deposit, approved: what arrived, where it isn't what was asked for. */
  readonly amount: string | null;
  readonly message: string;
  /** Withdrawal, approved: where it is paid already. */
  readonly payoutReference: string | null;
  /** Required to deny. */
  readonly denialReason: DenialReason | null;
}

export type DecisionOutcome =
  | { readonly outcome: 'decided' }
  /** Another admin has to confirm it. */
  | { readonly outcome: 'proposed' }
  /** Another admin decided first; the cache contains that decision. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/** Approves or denies a request, or proposes it where it needs a second admin. Retried after a lost response with the same key, it is still one decision. */
export function useDecideTransaction() {
  const { act, pending } = useAction(DecideTransaction_Mutation, options);
  const decide = async (decision: Decision): Promise<DecisionOutcome> => {
    const decided = await act(decision);
    if (decided.outcome === 'done') return { outcome: decided.payload.proposed ? 'proposed' : 'decided' };
    const taken = decided.outcome === 'refused' && 'taken' in decided.refusal && decided.refusal.taken;
    return taken ? { outcome: 'taken' } : { outcome: 'failed', problem: decided.problem };
  };
  return { decide, deciding: pending };
}

const options = { keyed: true } as const;
