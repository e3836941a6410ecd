import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import classes from '../../features/auth/AuthForm.module.css';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { emailError } from '../../features/auth/emailError.ts';
import { StoredMail } from '../../features/auth/StoredMail.tsx';
import { keepTypedAccount, typedAccount } from '../../features/auth/typedAccount.ts';
import { useRegister } from '../../features/auth/useRegister.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { SignedOutOnly } from '../../features/session/SignedOutOnly.tsx';
import { Link } from '../../features/navigation/Link.tsx';
import { isEmail } from '../../lib/text.ts';
import { signup } from '#messages/signup.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { missing } from '../../ui/missing.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';

const redirectAfterMs = 3_000;

export default function SignupPage() {
  return (
    <SignedOutOnly>
      <Signup />
    </SignedOutOnly>
  );
}

function Signup() {
  const { register, registered } = useRegister();
  const { sendsMail } = useProduct();
  const form = useForm({
    initial: { email: typedAccount().email, name: '' },
    check: ({ email, name }) => ({ email: emailError(email), name: missing(name) }),
    send: register,
  });
  const { email } = form.typed;
  // Once registered, the password is kept with it.
  useEffect(() => {
    if (!registered) keepTypedAccount({ email: isEmail(email) ? email.trim() : '', password: '' });
  }, [email, registered]);

  return (
    <AuthLayout heading={signup.heading} hint={sendsMail ? signup.text : signup.textKept}>
      <Card>
        {form.busy && <LoadingInline />}
        {registered && (registered.mail ? <ShownPassword mail={registered.mail} /> : <Registered />)}
        {!form.busy && !registered && (
          <Stack gap={12}>
            <Form form={form} submit={signup.submit}>
              <TextField label={signup.email} type="email" autoComplete="email" required {...form.field('email')} />
              <TextField
                label={signup.name}
                placeholder={signup.namePlaceholder}
                autoComplete="name"
                required
                maxLength={100}
                {...form.field('name')}
              />
              <p className={classes.below}>{signup.age}</p>
            </Form>
            <p className={classes.below}>
              {signup.haveAccount} <Link to={paths.login}>{signup.loginHere}</Link>
            </p>
          </Stack>
        )}
      </Card>
    </AuthLayout>
  );
}

function Registered() {
  const navigate = useNavigate();
  const goOn = useCallback(() => void navigate(paths.login), [navigate]);
  useEffect(() => {
    const timer = setTimeout(goOn, redirectAfterMs);
    return () => clearTimeout(timer);
  }, [goOn]);
  return (
    <Stack gap={12}>
      <Notice tone="good" onDismiss={goOn}>
        {signup.success}
      </Notice>
      <p className={classes.below}>{signup.redirecting}</p>
    </Stack>
  );
}

/** Stays until the player continues: the password is shown nowhere else. */
function ShownPassword({ mail }: { mail: { subject: string; text: string } }) {
  const navigate = useNavigate();
  return (
    <Stack gap={12}>
      <Notice tone="good">{signup.successKept}</Notice>
      <StoredMail {...mail} />
      <PrimaryButton onClick={() => void navigate(paths.login)}>{signup.goOn}</PrimaryButton>
    </Stack>
  );
}
