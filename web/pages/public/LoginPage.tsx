import { IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import classes from '../../features/auth/AuthForm.module.css';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { ForgotPasswordDialog } from '../../features/auth/ForgotPasswordDialog.tsx';
import { forgetNewAccount, newAccount } from '../../features/auth/newAccount.ts';
import { SignInByLink } from '../../features/auth/SignInByLink.tsx';
import { SignInLinkDialog } from '../../features/auth/SignInLinkDialog.tsx';
import { useLogin } from '../../features/auth/useLogin.ts';
import { isEmail } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';

export function LoginPage() {
  const [id, setId] = useState(() => newAccount().email);
  useEffect(() => forgetNewAccount, []);
  const email = isEmail(id) ? id : '';
  const [dialog, setDialog] = useState<'forgot' | 'link' | null>(null);
  const [parameters, setParameters] = useSearchParams();
  const signInToken = parameters.get('signInToken');
  const forgetLink = () => setParameters({}, { replace: true });
  return (
    <AuthLayout heading={words.login.heading} hint={words.login.help}>
      <Card>
        <Stack>
          {signInToken && <SignInByLink token={signInToken} onDismiss={forgetLink} />}
          <LoginForm id={id} onId={setId} onForgot={() => setDialog('forgot')} />
          <p className={classes.or}>{words.login.other}</p>
          <Button variant="light" leftSection={<IconMail size={18} aria-hidden />} onClick={() => setDialog('link')}>
            {words.login.emailLink}
          </Button>
          <p className={classes.below}>
            <Link to={paths.withdrawExcluded}>{words.login.excluded}</Link>
          </p>
          <p className={classes.below}>
            {words.login.noAccount} <Link to={paths.signup}>{words.login.signup}</Link>
          </p>
        </Stack>
      </Card>
      <ForgotPasswordDialog email={email} opened={dialog === 'forgot'} onClose={() => setDialog(null)} />
      <SignInLinkDialog email={email} opened={dialog === 'link'} onClose={() => setDialog(null)} />
    </AuthLayout>
  );
}

interface LoginFormProps {
  id: string;
  onId: (id: string) => void;
  onForgot: () => void;
}

function LoginForm({ id, onId, onForgot }: LoginFormProps) {
  const [password, setPassword] = useState(() => newAccount().password);
  const { login, loading, problem, dismiss } = useLogin();
  const incomplete = id.trim() === '' || password === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!incomplete) void login(id.trim(), password);
      }}
    >
      <Stack gap={12}>
        <TextField
          label={words.login.id}
          autoComplete="username"
          autoCapitalize="none"
          value={id}
          onChange={(event) => onId(event.currentTarget.value)}
        />
        <PasswordField
          label={words.login.password}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <button type="button" className={`${classes.link} ${classes.right}`} onClick={onForgot}>
          {words.login.forgot}
        </button>
        {problem && (
          <Notice tone="bad" onDismiss={dismiss}>
            {problem}
          </Notice>
        )}
        <PrimaryButton type="submit" loading={loading} disabled={incomplete} reason={words.login.disabled}>
          {words.login.submit}
        </PrimaryButton>
      </Stack>
    </form>
  );
}
