import { useState } from 'react';
import { whileSigningOut } from '../../apollo/sessionStore.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useCloseAccount } from './useCloseAccount.ts';

/** The password once more, and the question in a dialog. `onClosed` is called when the account is closed. */
export function CloseAccountForm({ onClosed }: { onClosed: () => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [confirming, setConfirming] = useState(false);
  const { act, pending, problem } = useCloseAccount();
  const wrong = problem?.field === 'password' ? problem.text : null;
  const close = () =>
    whileSigningOut(async () => {
      const { outcome } = await act({ password });
      setConfirming(false);
      if (outcome === 'done') await onClosed();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') setConfirming(true);
      }}
    >
      <Stack gap={12}>
        <PasswordField
          label={words.closeAccount.password}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={wrong}
        />
        {problem && wrong === null && <Notice tone="bad">{problem.text}</Notice>}
        <Button type="submit" danger fullWidth disabled={password === ''}>
          {words.closeAccount.close}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={confirming}
        title={words.titles.closeAccount}
        question={words.closeAccount.question}
        confirmLabel={words.closeAccount.close}
        danger
        busy={pending}
        onConfirm={() => void close()}
        onCancel={() => setConfirming(false)}
      />
    </form>
  );
}
