import { useNavigate } from 'react-router-dom';
import { clearSession, whileSigningOut } from '../../apollo/sessionStore.ts';
import { changePassword as changePasswordWords } from '#messages/changePassword.ts';
import { paths } from '../../paths.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { NewPasswordFields } from '../auth/NewPasswordFields.tsx';
import { checkPasswordChange, noPasswords, useChangePassword } from '../auth/useChangePassword.ts';
import { adminPasswordError } from './adminPasswordError.ts';
import { FormCard } from './FormCard.tsx';

/** An admin's form for a new password: all three fields have a visibility toggle. Ends the session when it is done. */
export function AdminPasswordForm({ oldLabel }: { oldLabel: string }) {
  const changePassword = useChangePassword(changePasswordWords.wrongOldAdmin);
  const navigate = useNavigate();
  const form = useForm({
    initial: noPasswords,
    check: (typed) => {
      const wrong = checkPasswordChange(typed);
      return { ...wrong, newPassword: wrong.newPassword ?? adminPasswordError(typed.newPassword) };
    },
    // Ends this session too: continues at the log-in page.
    send: (typed) =>
      whileSigningOut(async () => {
        const answer = await changePassword(typed);
        if (answer.outcome === 'done') {
          showToast({ text: changePasswordWords.success, tone: 'good' });
          await navigate(paths.login, { replace: true });
          clearSession();
        }
        return answer;
      }),
  });
  return (
    <FormCard form={form} submit={changePasswordWords.submit}>
      <PasswordField label={oldLabel} autoComplete="current-password" {...form.field('oldPassword')} />
      <NewPasswordFields
        labels={changePasswordWords}
        newPassword={form.field('newPassword')}
        confirmation={form.field('confirmation')}
      />
    </FormCard>
  );
}
