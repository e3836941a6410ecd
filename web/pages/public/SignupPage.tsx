import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import classes from '../../features/auth/AuthForm.module.css';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { StoredMail } from '../../features/auth/StoredMail.tsx';
import { useRegister } from '../../features/auth/useRegister.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { isEmail } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';

const redirectAfterMs = 3_000;

export function SignupPage() {
  const { register, state, mail, problem, setProblem } = useRegister();
  const { sendsMail } = useProduct();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');

  const submit = () => {
    const missing = email.trim() === '' || name.trim() === '';
    const wrong = missing ? words.signup.required : isEmail(email) ? null : words.errors.emailInvalid;
    setProblem(wrong);
    if (!wrong) void register(email.trim(), name.trim());
  };

  return (
    <AuthLayout heading={words.signup.heading} hint={sendsMail ? words.signup.text : words.signup.textKept}>
      <Card>
        {state === 'registering' && <LoadingInline />}
        {state === 'registered' && (mail ? <ShownPassword mail={mail} /> : <Registered />)}
        {state === 'idle' && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <Stack gap={12}>
              <TextField
                label={words.signup.email}
                type="email"
                autoComplete="email"
                required
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <TextField
                label={words.signup.name}
                placeholder={words.signup.namePlaceholder}
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <p className={classes.below}>{words.signup.age}</p>
              {problem && (
                <Notice tone="bad" onDismiss={() => setProblem(null)}>
                  {problem}
                </Notice>
              )}
              <PrimaryButton type="submit">{words.signup.submit}</PrimaryButton>
              <p className={classes.below}>
                {words.signup.haveAccount} <Link to={paths.login}>{words.signup.loginHere}</Link>
              </p>
            </Stack>
          </form>
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
        {words.signup.success}
      </Notice>
      <p className={classes.below}>{words.signup.redirecting}</p>
    </Stack>
  );
}

/** Stays until the player continues: the password is shown nowhere else. */
function ShownPassword({ mail }: { mail: { subject: string; text: string } }) {
  const navigate = useNavigate();
  return (
    <Stack gap={12}>
      <Notice tone="good">{words.signup.successKept}</Notice>
      <StoredMail {...mail} />
      <PrimaryButton onClick={() => void navigate(paths.login)}>{words.signup.goOn}</PrimaryButton>
    </Stack>
  );
}
