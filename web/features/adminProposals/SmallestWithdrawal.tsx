import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort, readAmount } from '../../lib/money.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { amountError } from '../../ui/amountError.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReasonedChange } from '../admin/ReasonedChange.tsx';
import { useMay } from '../admin/useMay.ts';
import classes from './ThresholdsCard.module.css';

const SetSmallestWithdrawal_Mutation = graphql(`
  mutation SetSmallestWithdrawal_Mutation($input: SetSmallestWithdrawalInput!) {
    setSmallestWithdrawal(input: $input) {
      ... on SetSmallestWithdrawalPayload {
        amount
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { refetch: ['ProposalsPage_Query'] };
const texts = proposals.smallestWithdrawal;

/** The smallest withdrawal; owners may change it. */
export function SmallestWithdrawal({ amount }: { amount: string }) {
  const mayChange = useMay()('WITHDRAWAL_SET_SMALLEST');
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        <p>{texts.hint}</p>
        <div className={classes.row}>
          <span className={classes.kind}>{formatMoneyShort(amount)}</span>
          {mayChange && <ChangeSmallest amount={amount} />}
        </div>
      </Stack>
    </Card>
  );
}

/** Changes it, after a confirmation with a reason. */
function ChangeSmallest({ amount }: { amount: string }) {
  const [typed, setTyped] = useState('');
  const { act, pending, problem, setProblem } = useAction(SetSmallestWithdrawal_Mutation, options);
  const reset = () => {
    setTyped(amount);
    setProblem(null);
  };
  const save = async (reason: string) => {
    if (!readAmount(typed)) {
      setProblem(texts.missing);
      return null;
    }
    const { outcome } = await act({ amount: typed, reason });
    return outcome === 'done' ? texts.saved : null;
  };
  return (
    <ReasonedChange
      action={proposals.thresholds.change}
      label={texts.change}
      title={texts.change}
      question={texts.question}
      confirmLabel={proposals.thresholds.save}
      busy={pending}
      problem={problem?.text}
      onOpen={reset}
      save={save}
    >
      <AmountInput label={texts.amount} value={typed} onChange={setTyped} error={amountError(typed)} />
    </ReasonedChange>
  );
}
