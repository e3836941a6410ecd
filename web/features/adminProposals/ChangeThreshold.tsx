import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SecondAdminNeed } from '../../gql/graphql.ts';
import { readAmount } from '../../lib/money.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { amountError } from '../../ui/amountError.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { ReasonedChange } from '../admin/ReasonedChange.tsx';
import type { Threshold } from './threshold.ts';

const SetSecondAdminThreshold_Mutation = graphql(`
  mutation SetSecondAdminThreshold_Mutation($input: SetSecondAdminThresholdInput!) {
    setSecondAdminThreshold(input: $input) {
      ... on SetSecondAdminThresholdPayload {
        threshold {
          kind
          need
          fromAmount
          makerDayAmount
        }
        proposed
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { refetch: ['ProposalsPage_Query'] };
const texts = proposals.thresholds;

const never = { value: 'NEVER', label: texts.off } as const;
const always = { value: 'ALWAYS', label: texts.always } as const;
const fromAmount = { value: 'FROM_AMOUNT', label: texts.fromAmount } as const;

/** Changes when a kind needs a second admin, after a confirmation with a reason. */
export function ChangeThreshold({ threshold }: { threshold: Threshold }) {
  const [need, setNeed] = useState<SecondAdminNeed>(threshold.need);
  const [amount, setAmount] = useState('');
  const [dayAmount, setDayAmount] = useState('');
  const { act, pending, problem, setProblem } = useAction(SetSecondAdminThreshold_Mutation, options);
  const kind = proposals.kinds[threshold.kind];

  const reset = () => {
    setNeed(threshold.need);
    setAmount(threshold.fromAmount ?? '');
    setDayAmount(threshold.makerDayAmount ?? '');
    setProblem(null);
  };
  const save = async (reason: string) => {
    const byAmount = need === 'FROM_AMOUNT';
    if ((byAmount && !readAmount(amount)) || (dayAmount !== '' && !readAmount(dayAmount))) {
      setProblem(texts.amountMissing);
      return null;
    }
    const done = await act({
      kind: threshold.kind,
      need,
      fromAmount: byAmount ? amount : null,
      makerDayAmount: dayAmount === '' ? null : dayAmount,
      reason,
    });
    if (done.outcome !== 'done') return null;
    return done.payload.proposed ? texts.proposed(kind) : texts.saved(kind);
  };

  return (
    <ReasonedChange
      action={texts.change}
      label={texts.changeOf(kind)}
      title={texts.changeOf(kind)}
      question={texts.question}
      confirmLabel={texts.save}
      busy={pending}
      problem={problem?.text}
      onOpen={reset}
      save={save}
    >
      <SegmentedControl
        label={texts.need}
        options={threshold.hasAmount ? [never, always, fromAmount] : [never, always]}
        value={need}
        onChange={setNeed}
      />
      {need === 'FROM_AMOUNT' && (
        <AmountInput label={texts.amount} value={amount} onChange={setAmount} error={amountError(amount)} />
      )}
      {threshold.hasAmount && need !== 'ALWAYS' && (
        <AmountInput
          label={texts.makerDayAmount}
          value={dayAmount}
          onChange={setDayAmount}
          error={amountError(dayAmount)}
        />
      )}
    </ReasonedChange>
  );
}
