import { useState } from 'react';
import { whileSigningOut } from '../../apollo/sessionStore.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { useCloseAccount } from './useCloseAccount.ts';

/** The password once more, and the question in a dialog. `onClosed` is called when the account is closed. */
export function CloseAccountForm({ onClosed }: { onClosed: () => Promise<void> }) {
  const [confirming, setConfirming] = useState(false);
  const { act } = useCloseAccount();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? words.errors.missing : null }),
    confirm: () => setConfirming(true),
    send: async ({ password }) => {
      const answer = await act({ password });
      setConfirming(false);
      if (answer.outcome === 'done') await onClosed();
      return answer;
    },
  });
  const button = (
    <Button type="submit" danger fullWidth>
      {words.closeAccount.close}
    </Button>
  );
  return (
    <>
      <Form form={form} submit={words.closeAccount.close} actions={button}>
        <PasswordField
          label={words.closeAccount.password}
          autoComplete="current-password"
          {...form.field('password')}
        />
      </Form>
      <ConfirmDialog
        opened={confirming}
        title={words.titles.closeAccount}
        question={words.closeAccount.question}
        confirmLabel={words.closeAccount.close}
        danger
        busy={form.busy}
        onConfirm={() => void whileSigningOut(form.send)}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
