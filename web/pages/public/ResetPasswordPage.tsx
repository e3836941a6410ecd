import { useNavigate, useSearchParams } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { checkNewPassword, NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { useResetPassword, type ResetLink } from '../../features/auth/useResetPassword.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { resetPassword as resetPasswordWords } from '#messages/resetPassword.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm, type FormProblem } from '../../ui/useForm.ts';

/** Opened from a mailed link, whose three parameters are verified before the form is shown. */
export default function ResetPasswordPage() {
  const link = readLink(useSearchParams()[0]);
  const { check, resetPassword } = useResetPassword(link);
  const { name } = useProduct();
  return (
    <AuthLayout heading={titles.resetPassword} hint={resetPasswordWords.banner(name)}>
      <Card>
        {check.state === 'checking' && <LoadingInline />}
        {check.state === 'refused' && (
          <Stack>
            <Notice tone="bad">{check.text}</Notice>
            <LinkButton to={paths.login} quiet>
              {resetPasswordWords.askAgain}
            </LinkButton>
          </Stack>
        )}
        {check.state === 'ready' && <NewPasswordForm onSubmit={resetPassword} />}
      </Card>
    </AuthLayout>
  );
}

interface NewPasswordFormProps {
  onSubmit: (newPassword: string) => Promise<{ readonly outcome: string; readonly problem: FormProblem | null }>;
}

function NewPasswordForm({ onSubmit }: NewPasswordFormProps) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { newPassword: '', confirmation: '' },
    check: checkNewPassword,
    send: async ({ newPassword }) => {
      const answer = await onSubmit(newPassword);
      if (answer.outcome === 'done') {
        showToast({ text: resetPasswordWords.success, tone: 'good' });
        void navigate(paths.login, { replace: true });
      }
      return answer;
    },
  });
  return (
    <Form form={form} submit={resetPasswordWords.submit}>
      <Notice tone="calm">{resetPasswordWords.note}</Notice>
      <NewPasswordFields
        labels={resetPasswordWords}
        newPassword={form.field('newPassword')}
        confirmation={form.field('confirmation')}
      />
    </Form>
  );
}

function readLink(parameters: URLSearchParams): ResetLink | null {
  const [email, validTill, s] = ['email', 'validTill', 's'].map((name) => parameters.get(name));
  return email && validTill && s ? { email, validTill, s } : null;
}
