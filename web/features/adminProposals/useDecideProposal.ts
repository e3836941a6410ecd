import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

// What a decision changes. Unmasked where it is spread: nothing reads it from there.
graphql(`
  fragment DecidedProposal_proposal on Proposal {
    id
    status
    transaction {
      id
      status
      proposal {
        id
      }
    }
    contest {
      id
      state
      voidReason
      decidedBy
      heldUntil
      operator {
        overrideNumber
        overrideProposal {
          id
        }
        voidProposal {
          id
        }
      }
    }
  }
`);

const ConfirmProposal_Mutation = graphql(`
  mutation ConfirmProposal_Mutation($input: ConfirmProposalInput!) {
    confirmProposal(input: $input) {
      ... on ProposalPayload {
        proposal {
          ...DecidedProposal_proposal @unmask
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const DeclineProposal_Mutation = graphql(`
  mutation DeclineProposal_Mutation($input: DeclineProposalInput!) {
    declineProposal(input: $input) {
      ... on ProposalPayload {
        proposal {
          ...DecidedProposal_proposal @unmask
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/**
 * Confirms a proposal, or declines it or withdraws one's own. Both resolve to null, or to the reason of the refusal.
 * Confirmed again after a lost response, with the same key, it is done once.
 */
export function useDecideProposal() {
  const confirmation = useAction(ConfirmProposal_Mutation, confirmOptions);
  const refusal = useAction(DeclineProposal_Mutation, declineOptions);
  return {
    confirm: async (proposalId: string) => (await confirmation.act({ proposalId })).problem?.text ?? null,
    decline: async (proposalId: string, reason: string) =>
      (await refusal.act({ proposalId, reason })).problem?.text ?? null,
    confirming: confirmation.pending,
    declining: refusal.pending,
  };
}

const confirmOptions = { keyed: true } as const;
const declineOptions = {};
