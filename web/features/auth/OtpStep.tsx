import { useEffect, useRef } from 'react';
import type { DomainErrorCode } from '../../gql/graphql.ts';
import { otp as otpWords } from '#messages/otp.ts';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm, type FormProblem } from '../../ui/useForm.ts';
import classes from './AuthForm.module.css';

/** Sends the log-in again, with a code. */
export type SendOtp = (otp: string) => Promise<{
  readonly problem: FormProblem | null;
  readonly refusal?: { readonly code: DomainErrorCode };
}>;

/** The second step of logging in: one field for the code. */
export function OtpStep({ send, onBack }: { send: SendOtp; onBack: () => void }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => step.current?.querySelector('input')?.focus(), []);
  const form = useForm({
    initial: { otp: '' },
    check: ({ otp }) => ({ otp: missing(otp) }),
    send: async ({ otp }) => {
      const answer = await send(otp);
      return answer.refusal?.code === 'OTP_WRONG' ? { problem: { text: otpWords.wrong, field: 'otp' } } : answer;
    },
  });
  return (
    <div ref={step}>
      <Stack>
        <h2>{otpWords.title}</h2>
        <Form form={form} submit={otpWords.submit}>
          <TextField
            label={otpWords.code}
            description={otpWords.hint}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('otp')}
          />
        </Form>
        <button type="button" className={classes.link} onClick={onBack}>
          {otpWords.back}
        </button>
      </Stack>
    </div>
  );
}
