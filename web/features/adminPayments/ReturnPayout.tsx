import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { decision } from '#messages/admin/decision.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';

const ReturnPayout_Mutation = graphql(`
  mutation ReturnPayout_Mutation($input: ReturnPayoutInput!) {
    returnPayout(input: $input) {
      ... on ReturnPayoutPayload {
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
      ...Refusal_error @unmask
    }
  }
`);

const texts = decision.payout;
const options = { toast: () => proposals.made, refetch: ['DecisionPanel_Query'] };

/** Proposes that a payout came back, where no line of a statement shows it. */
export function ReturnPayout({ payment }: { payment: { readonly id: string; readonly amount: string } }) {
  const { act, pending, problem } = useAction(ReturnPayout_Mutation, options);
  const propose = async (reason: string) => (await act({ transactionId: payment.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed
      deed={texts.returned}
      question={texts.returnedQuestion(formatMoneyShort(payment.amount))}
      danger
      busy={pending}
      problem={problem?.text}
      act={propose}
    />
  );
}
