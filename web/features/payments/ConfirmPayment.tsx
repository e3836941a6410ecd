import { useState } from 'react';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useProduct } from '../product/useProduct.ts';
import { useRequestDeposit } from './useRequestDeposit.ts';

interface ConfirmPaymentProps {
  channel: PaymentChannel;
  amount: string;
  payeeId: string;
}

/** Form for the reference of a payment; sends it for approval, then shows its status. */
export function ConfirmPayment({ channel, amount, payeeId }: ConfirmPaymentProps) {
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const { playMoney } = useProduct();
  const { requestDeposit, requesting, problem, setProblem } = useRequestDeposit();
  const { reference: label, warning, submit } = words.deposit.through[channel];
  const ofReference = problem?.field === 'reference';

  const confirm = async () => {
    const reference = typed.trim();
    const wrong = referenceError(reference);
    setFieldError(wrong);
    if (wrong || requesting) return;
    await requestDeposit({ amount, reference, payeeId });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack gap={12}>
        <TextField
          label={label}
          description={playMoney ? words.deposit.referenceHintPlay : words.deposit.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={35}
          value={typed}
          error={fieldError ?? (ofReference && problem.text)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFieldError(null);
            setProblem(null);
          }}
        />
        {!playMoney && <Notice tone="warning">{warning}</Notice>}
        {problem && !ofReference && <Notice tone="bad">{problem.text}</Notice>}
        <PrimaryButton type="submit" loading={requesting}>
          {submit}
        </PrimaryButton>
      </Stack>
    </form>
  );
}

function referenceError(typed: string): string | null {
  if (typed === '') return words.errors.required;
  return /^[a-z\d]{4,35}$/i.test(typed) ? null : words.deposit.referenceInvalid;
}
