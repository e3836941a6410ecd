import { useNavigate } from 'react-router-dom';
import { clearSession, whileSigningOut } from '../../apollo/sessionStore.ts';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FormCard } from '../../features/admin/FormCard.tsx';
import { NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { checkPasswordChange, noPasswords, useChangePassword } from '../../features/auth/useChangePassword.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';

/** The admin's version: all three fields have a visibility toggle. */
export function AdminChangePasswordPage() {
  const changePassword = useChangePassword(words.changePassword.wrongOldAdmin);
  const navigate = useNavigate();
  const form = useForm({
    initial: noPasswords,
    check: checkPasswordChange,
    // Ends this session too: continues at the log-in page.
    send: (typed) =>
      whileSigningOut(async () => {
        const answer = await changePassword(typed);
        if (answer.outcome === 'done') {
          showToast({ text: words.changePassword.success, tone: 'good' });
          await navigate(paths.login, { replace: true });
          clearSession();
        }
        return answer;
      }),
  });

  return (
    <AdminPage title={words.admin.shell.changePassword}>
      <Notice tone="attention">{words.changePassword.banner}</Notice>
      <FormCard form={form} submit={words.changePassword.submit}>
        <PasswordField
          label={words.changePassword.oldPassword}
          autoComplete="current-password"
          {...form.field('oldPassword')}
        />
        <NewPasswordFields
          labels={words.changePassword}
          newPassword={form.field('newPassword')}
          confirmation={form.field('confirmation')}
        />
      </FormCard>
    </AdminPage>
  );
}
