import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequestDeposit } from './useRequestDeposit.ts';

interface ConfirmPaymentProps {
  amount: string;
  payeeId: string;
  label: string;
  submit: string;
}

/** The reference of a payment made, and sending it for approval; then its status. */
export function ConfirmPayment({ amount, payeeId, label, submit }: ConfirmPaymentProps) {
  const [reference, setReference] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [transactionId, setTransactionId] = useState<string | null>(null);
  const { requestDeposit, requesting } = useRequestDeposit();
  const navigate = useNavigate();

  const confirm = async () => {
    const typed = reference.trim();
    const wrong = wrongReference(typed);
    setFieldError(wrong);
    if (wrong || requesting) return;
    const requested = await requestDeposit({ amount, reference: typed, payeeId });
    if (requested.outcome === 'requested') {
      setTransactionId(requested.transactionId);
      setMessage({ text: words.deposit.success, tone: 'good' });
    } else {
      setMessage({ text: requested.text, tone: 'bad' });
    }
  };

  const close = () => {
    setMessage(null);
    if (transactionId) void navigate(paths.paymentStatus, { replace: true, state: { transactionId } });
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
          value={reference}
          error={fieldError}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <Notice tone="warning">{words.deposit.warning}</Notice>
        <PrimaryButton type="submit" loading={requesting}>
          {submit}
        </PrimaryButton>
      </Stack>
      <MessagePopup message={message} onClose={close} />
    </form>
  );
}

function wrongReference(typed: string): string | null {
  if (typed === '') return words.errors.required;
  return /^[a-z\d]{4,35}$/i.test(typed) ? null : words.deposit.referenceInvalid;
}
