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
  /** What is wrong with what was typed, or null. */
  check: () => string | null;
  send: () => Promise<Requested>;
}

/** The frame that both withdrawals share: check, send, tell, and on to the request's status. */
export function WithdrawalForm({ children, submit, success, busy, check, send }: WithdrawalFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { message, tell, close } = useRequestMessage(success);

  const confirm = async () => {
    const wrong = check();
    setProblem(wrong);
    if (wrong || busy) return;
    tell(await send());
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
