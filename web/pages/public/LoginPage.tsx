import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import classes from '../../features/auth/AuthForm.module.css';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import type { SendOtp } from '../../features/auth/OtpStep.tsx';
import { SignInByLink } from '../../features/auth/SignInByLink.tsx';
import { keepTypedAccount, typedAccount } from '../../features/auth/typedAccount.ts';
import { useLogin } from '../../features/auth/useLogin.ts';
import { Link } from '../../features/navigation/Link.tsx';
import { SignedOutOnly } from '../../features/session/SignedOutOnly.tsx';
import { sessionEndReason } from '../../features/session/sessionEnd.ts';
import { localStore } from '../../lib/storage.ts';
import { isEmail } from '../../lib/text.ts';
import { login as loginWords } from '#messages/login.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { missing, missingPassword } from '../../ui/missing.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { lazyPart } from '../../ui/lazyPart.ts';

/** Loaded after the page, whose first paint doesn't need it. */
const MailDialogs = lazyPart(async () => (await import('../../features/auth/MailDialogs.tsx')).MailDialogs);

/** Loaded when an account asks for a code. */
const OtpStep = lazyPart(async () => (await import('../../features/auth/OtpStep.tsx')).OtpStep);

/** Loaded for those only whom it concerns. */
const SignInNotices = lazyPart(async () => (await import('../../features/session/SignInNotices.tsx')).SignInNotices);

/** The token of a mailed link: behind the `#`, or in the query, where links had it before (`inQuery` goes after 1.0.0). */
function useSignInToken(): string | null {
  const { hash, search } = useLocation();
  const [behindHash, inQuery] = [hash.slice(1), search].map((part) => new URLSearchParams(part).get('signInToken'));
  return behindHash ?? inQuery ?? null;
}

export default function LoginPage() {
  // A sign-in link may be another user's.
  return (
    <SignedOutOnly unless={useSignInToken() !== null}>
      <Login />
    </SignedOutOnly>
  );
}

function Login() {
  const [isNoticed] = useState(() => sessionEndReason() !== null || !localStore.canKeep());
  const [dialog, setDialog] = useState<'forgot' | 'link' | null>(null);
  const [, setParameters] = useSearchParams();
  const signInToken = useSignInToken();
  // Without what is behind the #, too.
  const forgetLink = () => setParameters({}, { replace: true });
  // What sends the log-in again with a code, once the account has asked for one.
  const [sendOtp, setSendOtp] = useState<SendOtp | null>(null);
  const [askOtp] = useState(() => (send: SendOtp) => setSendOtp(() => send));
  const form = useLoginForm(askOtp);
  const email = isEmail(form.typed.id) ? form.typed.id.trim() : '';
  useEffect(() => keepTypedAccount({ email, password: '' }), [email]);
  return (
    <AuthLayout heading={loginWords.heading} hint={loginWords.help}>
      <Card>
        {sendOtp ? (
          <Suspense fallback={<LoadingInline />}>
            <OtpStep send={sendOtp} onBack={() => setSendOtp(null)} />
          </Suspense>
        ) : (
          <Stack>
            {signInToken && <SignInByLink token={signInToken} onDismiss={forgetLink} onOtp={askOtp} />}
            {isNoticed && (
              <Suspense fallback={null}>
                <SignInNotices />
              </Suspense>
            )}
            <LoginFields form={form} onForgot={() => setDialog('forgot')} />
            <p className={classes.or}>{loginWords.other}</p>
            <Button variant="light" leftSection={<IconMail size={18} aria-hidden />} onClick={() => setDialog('link')}>
              {loginWords.emailLink}
            </Button>
            <p className={classes.below}>
              <Link to={paths.withdrawExcluded}>{loginWords.excluded}</Link>
            </p>
            <p className={classes.below}>
              {loginWords.noAccount} <Link to={paths.signup}>{loginWords.signup}</Link>
            </p>
          </Stack>
        )}
      </Card>
      <Suspense fallback={null}>
        <MailDialogs email={email} opened={dialog} onClose={() => setDialog(null)} />
      </Suspense>
    </AuthLayout>
  );
}

function useLoginForm(onOtp: (send: SendOtp) => void) {
  const login = useLogin();
  const [{ email, password }] = useState(typedAccount);
  return useForm({
    initial: { id: email, password },
    check: (typed) => ({ id: missing(typed.id), password: missingPassword(typed.password) }),
    send: async (typed) => {
      const answer = await login(typed);
      if (answer.outcome !== 'refused' || answer.refusal.code !== 'OTP_REQUIRED') return answer;
      onOtp((otp) => login(typed, otp));
      return { problem: null };
    },
  });
}

function LoginFields({ form, onForgot }: { form: ReturnType<typeof useLoginForm>; onForgot: () => void }) {
  const { id, password } = form.typed;
  return (
    <Form
      form={form}
      submit={loginWords.submit}
      disabled={id.trim() === '' || password === ''}
      reason={loginWords.disabled}
    >
      <TextField label={loginWords.id} autoComplete="username" autoCapitalize="none" {...form.field('id')} />
      <PasswordField label={loginWords.password} autoComplete="current-password" {...form.field('password')} />
      <button type="button" className={`${classes.link} ${classes.right}`} onClick={onForgot}>
        {loginWords.forgot}
      </button>
    </Form>
  );
}
