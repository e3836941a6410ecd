import type { FragmentType } from '@apollo/client/masking';
import { useAction } from '../../apollo/useAction.ts';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PayoutSteps_transactionFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { decision } from '#messages/admin/decision.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { Link } from '../navigation/Link.tsx';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';
import { isPayoutReference } from './decisionChecks.ts';

export const PayoutSteps_transaction = graphql(`
  fragment PayoutSteps_transaction on Transaction {
    id
    amount
    approvedAt
    payoutBy
    approvedBy {
      id
      name
    }
    payoutBatch {
      id
      number
      heldBy {
        id
        name
      }
    }
    player {
      id
      uid
    }
  }
`);

const RecordPayout_Mutation = graphql(`
  mutation RecordPayout_Mutation($input: RecordPayoutInput!) {
    recordPayout(input: $input) {
      ... on RecordPayoutPayload {
        transaction {
          id
          ...DecidedPayment_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const WithdrawApproval_Mutation = graphql(`
  mutation WithdrawApproval_Mutation($input: WithdrawApprovalInput!) {
    withdrawApproval(input: $input) {
      ... on WithdrawApprovalPayload {
        transaction {
          id
          ...DecidedPayment_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = decision.payout;
const recording = { keyed: true } as const;
const takingBack = { toast: () => texts.takenBack, refetch: ['DecisionPanel_Query'] };

interface PayoutStepsProps {
  transaction: FragmentType<PayoutSteps_transactionFragment>;
  /** Called with whether a payment of this form is being recorded. */
  onSubmitting: (submitting: boolean) => void;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** What an approved withdrawal needs: the bank's reference of its payment, or its approval taken back. */
export function PayoutSteps({ transaction, onSubmitting, onDone }: PayoutStepsProps) {
  const { data } = useFragmentData({ fragment: PayoutSteps_transaction, from: transaction });
  const record = useAction(RecordPayout_Mutation, recording);
  const withdraw = useAction(WithdrawApproval_Mutation, takingBack);
  const amount = formatMoneyShort(data.amount);
  const form = useForm({
    initial: { payoutReference: '' },
    check: ({ payoutReference }) => ({
      payoutReference: isPayoutReference(payoutReference) ? null : decision.payoutReferenceMissing,
    }),
    send: async ({ payoutReference }) => {
      onSubmitting(true);
      const { outcome, problem } = await record.act({ transactionId: data.id, payoutReference });
      if (outcome === 'done') onDone(texts.recorded);
      else onSubmitting(false);
      return { problem: problem ?? null };
    },
  });
  const takeBack = async (reason: string) =>
    (await withdraw.act({ transactionId: data.id, reason })).outcome === 'done';
  if (data.payoutBatch) return <InBatch batch={data.payoutBatch} />;
  return (
    <>
      <Notice tone="attention">
        <strong>{texts.title}</strong>
        {data.approvedBy && (
          <p>{decision.takenBy.APPROVED(data.approvedBy.name, formatInstant(data.approvedAt ?? ''))}</p>
        )}
        {data.payoutBy && <p>{texts.until(formatInstant(data.payoutBy))}</p>}
      </Notice>
      <Form
        form={form}
        actions={
          <PrimaryButton type="submit" loading={form.busy}>
            {texts.recordOf(amount, data.player.uid)}
          </PrimaryButton>
        }
      >
        <TextField
          label={transactions.payoutReference}
          description={decision.payoutReferenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={35}
          {...form.field('payoutReference')}
        />
      </Form>
      <ReasonedDeed
        deed={texts.takeBack}
        question={texts.takeBackQuestion(amount)}
        busy={withdraw.pending}
        problem={withdraw.problem?.text}
        act={takeBack}
      />
    </>
  );
}

type PayoutBatch = NonNullable<PayoutSteps_transactionFragment['payoutBatch']>;

/** A payout in a batch is recorded as paid there, by the batch's holder. */
function InBatch({ batch: { id, number, heldBy } }: { batch: PayoutBatch }) {
  return (
    <Notice tone="attention">
      <p>{heldBy ? texts.inBatchOf(heldBy.name) : texts.inBatch}</p>
      <Link to={paths.admin.payoutBatch(id)}>{payoutBatches.batch(number)}</Link>
    </Notice>
  );
}
