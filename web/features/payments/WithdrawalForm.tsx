import { useState, type ReactNode } from 'react';
import { MessagePopup } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequestMessage, type Requested } from './useRequestMessage.ts';

interface WithdrawalFormProps {
  children: ReactNode;
  submit: string;
  success: string;
  busy: boolean;
  /** Validates the input; null if valid. */
  check: () => string | null;
  send: () => Promise<Requested>;
}

/** Common form of both withdrawals: validate, send, show the result, then the request's status. */
export function WithdrawalForm({ children, submit, success, busy, check, send }: WithdrawalFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { message, showResult, close } = useRequestMessage(success);

  const confirm = async () => {
    const wrong = check();
    setProblem(wrong);
    if (wrong || busy) return;
    showResult(await send());
  };

  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <Stack gap={12}>
          {children}
          {problem && <Notice tone="bad">{problem}</Notice>}
          <PrimaryButton type="submit" loading={busy}>
            {submit}
          </PrimaryButton>
        </Stack>
      </form>
      <MessagePopup message={message} onClose={close} />
    </Card>
  );
}
