import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { decision } from '#messages/admin/decision.ts';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';

const ReopenDeposit_Mutation = graphql(`
  mutation ReopenDeposit_Mutation($input: ReopenDepositInput!) {
    reopenDeposit(input: $input) {
      ... on ReopenDepositPayload {
        transaction {
          id
          status
          reopenable
          ...DecidedPayment_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = decision.reopen;
const options = { toast: () => texts.done, refetch: ['DecisionPanel_Query'] };

/** Takes back the denial of a deposit. */
export function ReopenDeposit({ payment }: { payment: { readonly id: string; readonly amount: string } }) {
  const { act, pending, problem } = useAction(ReopenDeposit_Mutation, options);
  const reopen = async (reason: string) => (await act({ transactionId: payment.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed
      deed={texts.deed}
      question={texts.question(formatMoneyShort(payment.amount))}
      busy={pending}
      problem={problem?.text}
      act={reopen}
    />
  );
}
