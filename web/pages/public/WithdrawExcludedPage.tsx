import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { emailError } from '../../features/auth/emailError.ts';
import { typedAccount } from '../../features/auth/typedAccount.ts';
import { upiError } from '../../features/payments/withdrawalChecks.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoney, moneyOf, readAmount } from '../../lib/money.ts';
import { errors } from '#messages/errors.ts';
import { login } from '#messages/login.ts';
import { titles } from '#messages/titles.ts';
import { withdraw } from '#messages/withdraw.ts';
import { withdrawExcluded } from '#messages/withdrawExcluded.ts';
import { amountError } from '../../ui/amountError.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { missingPassword } from '../../ui/missing.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';

const WithdrawExcluded_Mutation = graphql(`
  mutation WithdrawExcluded_Mutation($input: WithdrawExcludedInput!) {
    withdrawExcluded(input: $input) {
      ... on WithdrawExcludedPayload {
        amount
      }
      ...Refusal_error @unmask
    }
  }
`);

/** The way to one's money for players who have excluded themselves and can't log in. */
export default function WithdrawExcludedPage() {
  const [done, setDone] = useState<string | null>(null);
  const [asksOtp, setAsksOtp] = useState(false);
  const { act } = useAction(WithdrawExcluded_Mutation, options);
  const text = withdrawExcluded;
  const form = useForm({
    initial: { email: typedAccount().email, password: '', otp: '', upiId: '', amount: '' },
    check: ({ email, password, upiId, amount }) => ({
      email: emailError(email),
      password: missingPassword(password),
      upiId: upiError(upiId),
      amount: amountError(amount),
    }),
    send: async ({ email, password, otp, upiId, amount }) => {
      setDone(null);
      const paise = readAmount(amount);
      const answer = await act({
        email: email.trim(),
        password,
        ...(asksOtp && { otp }),
        upiId: upiId.trim(),
        amount: paise === null ? null : moneyOf(paise),
      });
      if (answer.outcome === 'done') setDone(formatMoney(answer.payload.amount));
      if (answer.outcome === 'refused' && answer.refusal.code === 'OTP_REQUIRED') setAsksOtp(true);
      return answer;
    },
  });

  return (
    <AuthLayout heading={titles.withdrawExcluded} hint={text.text}>
      <Card>
        <Form form={form} submit={text.submit}>
          <TextField
            label={text.email}
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            {...form.field('email')}
          />
          <PasswordField label={text.password} autoComplete="current-password" {...form.field('password')} />
          {asksOtp && (
            <TextField
              label={text.otp}
              description={text.otpHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              {...form.field('otp')}
            />
          )}
          <TextField label={text.upiId} autoComplete="off" autoCapitalize="none" {...form.field('upiId')} />
          <AmountInput label={text.amount} description={text.amountHint} {...form.field('amount')} />
          {done && <Notice tone="good">{text.done(done)}</Notice>}
        </Form>
      </Card>
    </AuthLayout>
  );
}

const options = {
  keyed: true,
  known: {
    BAD_CREDENTIALS: login.unauthorized,
    USER_NOT_FOUND: login.userNotFound,
    OTP_REQUIRED: errors.missing,
    OTP_WRONG: withdrawExcluded.otpWrong,
    INSUFFICIENT_FUNDS: withdraw.exceeds,
  },
  fields: {
    BAD_CREDENTIALS: 'password',
    USER_NOT_FOUND: 'email',
    OTP_REQUIRED: 'otp',
    OTP_WRONG: 'otp',
    INSUFFICIENT_FUNDS: 'amount',
  },
} as const;
