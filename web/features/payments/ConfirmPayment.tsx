import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { MessagePopup } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequestDeposit } from './useRequestDeposit.ts';
import { useRequestMessage } from './useRequestMessage.ts';

interface ConfirmPaymentProps {
  channel: PaymentChannel;
  amount: string;
  payeeId: string;
}

/** Form for the reference of a payment; sends it for approval, then shows its status. */
export function ConfirmPayment({ channel, amount, payeeId }: ConfirmPaymentProps) {
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const { requestDeposit, requesting } = useRequestDeposit();
  const { message, showResult, close } = useRequestMessage(words.deposit.success);
  const { reference: label, warning, submit } = words.deposit.through[channel];

  const confirm = async () => {
    const reference = typed.trim();
    const wrong = referenceError(reference);
    setFieldError(wrong);
    if (wrong || requesting) return;
    showResult(await requestDeposit({ amount, reference, payeeId }));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack gap={12}>
        <TextInput
          label={label}
          description={words.deposit.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={35}
          value={typed}
          error={fieldError}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Notice tone="warning">{warning}</Notice>
        <PrimaryButton type="submit" loading={requesting}>
          {submit}
        </PrimaryButton>
      </Stack>
      <MessagePopup message={message} onClose={close} />
    </form>
  );
}

function referenceError(typed: string): string | null {
  if (typed === '') return words.errors.required;
  return /^[a-z\d]{4,35}$/i.test(typed) ? null : words.deposit.referenceInvalid;
}
