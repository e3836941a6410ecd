import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clearSession, whileSigningOut } from '../../apollo/sessionStore.ts';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FormCard } from '../../features/admin/FormCard.tsx';
import { NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { useChangePassword, passwordChangeError } from '../../features/auth/useChangePassword.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { showToast } from '../../ui/toasts.ts';

/** The admin's version: all three fields have a visibility toggle. */
export function AdminChangePasswordPage() {
  const [typed, setTyped] = useState({ oldPassword: '', newPassword: '', confirmation: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const { changePassword, changing } = useChangePassword(words.changePassword.wrongOldAdmin);
  const navigate = useNavigate();

  const submit = async () => {
    const wrong = passwordChangeError(typed);
    setProblem(wrong);
    if (wrong === null) await whileSigningOut(change);
  };
  /** Ends this session too: continues at the log-in page. */
  const change = async () => {
    const refused = await changePassword(typed);
    setProblem(refused);
    if (refused !== null) return;
    showToast({ text: words.changePassword.success, tone: 'good' });
    await navigate(paths.login, { replace: true });
    clearSession();
  };

  return (
    <AdminPage title={words.admin.shell.changePassword}>
      <Notice tone="attention">{words.changePassword.banner}</Notice>
      <FormCard onSubmit={() => void submit()} busy={changing}>
        <PasswordField
          label={words.changePassword.oldPassword}
          autoComplete="current-password"
          value={typed.oldPassword}
          onChange={(oldPassword) => setTyped((now) => ({ ...now, oldPassword }))}
        />
        <NewPasswordFields
          labels={words.changePassword}
          newPassword={typed.newPassword}
          confirmation={typed.confirmation}
          onChange={(changes) => setTyped((now) => ({ ...now, ...changes }))}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PrimaryButton type="submit" loading={changing}>
          {words.changePassword.submit}
        </PrimaryButton>
      </FormCard>
    </AdminPage>
  );
}
