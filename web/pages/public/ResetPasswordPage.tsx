import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { useResetPassword, type ResetLink } from '../../features/auth/useResetPassword.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';

/** Opened from a mailed link, whose three parameters are verified before the form is shown. */
export function ResetPasswordPage() {
  const link = readLink(useSearchParams()[0]);
  const { check, resetPassword, resetting } = useResetPassword(link);
  const { name } = useProduct();
  return (
    <AuthLayout heading={words.titles.resetPassword} hint={words.resetPassword.banner(name)}>
      <Card>
        {check.state === 'checking' && <LoadingInline />}
        {check.state === 'refused' && (
          <Stack>
            <Notice tone="bad">{check.text}</Notice>
            <LinkButton to={paths.login} quiet>
              {words.resetPassword.askAgain}
            </LinkButton>
          </Stack>
        )}
        {check.state === 'ready' && <NewPasswordForm busy={resetting} onSubmit={resetPassword} />}
      </Card>
    </AuthLayout>
  );
}

interface NewPasswordFormProps {
  busy: boolean;
  onSubmit: (newPassword: string) => Promise<string | null>;
}

function NewPasswordForm({ busy, onSubmit }: NewPasswordFormProps) {
  const [typed, setTyped] = useState({ newPassword: '', confirmation: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();

  const submit = async () => {
    const wrong = wrongWith(typed);
    setProblem(wrong);
    if (wrong || busy) return;
    const refused = await onSubmit(typed.newPassword);
    setProblem(refused);
    if (refused !== null) return;
    showToast({ text: words.resetPassword.success, tone: 'good' });
    void navigate(paths.login, { replace: true });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={12}>
        <Notice tone="calm">{words.resetPassword.note}</Notice>
        <NewPasswordFields
          labels={words.resetPassword}
          {...typed}
          onChange={(changes) => setTyped((now) => ({ ...now, ...changes }))}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PrimaryButton type="submit" loading={busy}>
          {words.resetPassword.submit}
        </PrimaryButton>
      </Stack>
    </form>
  );
}

function wrongWith({ newPassword, confirmation }: { newPassword: string; confirmation: string }): string | null {
  if (newPassword === '' || confirmation === '') return words.errors.required;
  return newPassword === confirmation ? null : words.errors.passwordsDiffer;
}

function readLink(parameters: URLSearchParams): ResetLink | null {
  const [email, validTill, s] = ['email', 'validTill', 's'].map((name) => parameters.get(name));
  return email && validTill && s ? { email, validTill, s } : null;
}
