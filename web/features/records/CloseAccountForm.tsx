import { useState } from 'react';
import { whileSigningOut } from '../../apollo/sessionStore.ts';
import { closeAccount } from '#messages/closeAccount.ts';
import { errors } from '#messages/errors.ts';
import { titles } from '#messages/titles.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { useCloseAccount } from './useCloseAccount.ts';

interface CloseAccountFormProps {
  /** Play money that is lost with the account, formatted; null: none. */
  forfeits: string | null;
  /** Called when the account is closed. */
  onClosed: () => Promise<void>;
}

/** The password once more, and the question in a dialog. */
export function CloseAccountForm({ forfeits, onClosed }: CloseAccountFormProps) {
  const [confirming, setConfirming] = useState(false);
  const { act } = useCloseAccount();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? errors.missing : null }),
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
      {closeAccount.close}
    </Button>
  );
  return (
    <>
      <Form form={form} submit={closeAccount.close} actions={button}>
        <PasswordField label={closeAccount.password} autoComplete="current-password" {...form.field('password')} />
      </Form>
      <ConfirmDialog
        opened={confirming}
        title={titles.closeAccount}
        question={forfeits === null ? closeAccount.question : closeAccount.forfeitQuestion(forfeits)}
        confirmLabel={closeAccount.close}
        danger
        busy={form.busy}
        onConfirm={() => void whileSigningOut(form.send)}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
