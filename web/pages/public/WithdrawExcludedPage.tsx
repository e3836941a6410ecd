import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { AuthLayout } from '../../features/auth/AuthLayout.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoney, moneyOf, readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';

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
export function WithdrawExcludedPage() {
  const [form, setForm] = useState({ email: '', password: '', upiId: '', amount: '' });
  const [done, setDone] = useState<string | null>(null);
  const { act, pending, problem, setProblem } = useAction(WithdrawExcluded_Mutation, options);
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const text = words.withdrawExcluded;

  const submit = async () => {
    setDone(null);
    const paise = readAmount(form.amount);
    const incomplete = form.email.trim() === '' || form.password === '' || form.upiId.trim() === '';
    if (incomplete || (form.amount !== '' && paise === null)) {
      setProblem(incomplete ? words.errors.required : text.amountWrong);
      return;
    }
    const amount = paise === null ? null : moneyOf(paise);
    const answer = await act({
      email: form.email.trim(),
      password: form.password,
      upiId: form.upiId.trim(),
      amount,
    });
    if (answer.outcome === 'done') setDone(formatMoney(answer.payload.amount));
  };

  return (
    <AuthLayout heading={words.titles.withdrawExcluded} hint={text.text}>
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap={12}>
            <TextField
              label={text.email}
              type="email"
              autoComplete="username"
              value={form.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
            />
            <PasswordField
              label={text.password}
              autoComplete="current-password"
              value={form.password}
              onChange={(password) => set({ password })}
            />
            <TextField
              label={text.upiId}
              autoComplete="off"
              autoCapitalize="none"
              value={form.upiId}
              onChange={(event) => set({ upiId: event.currentTarget.value })}
            />
            <AmountInput
              label={text.amount}
              description={text.amountHint}
              value={form.amount}
              onChange={(amount) => set({ amount })}
            />
            {problem && <Notice tone="bad">{problem.text}</Notice>}
            {done && <Notice tone="good">{text.done(done)}</Notice>}
            <PrimaryButton type="submit" loading={pending}>
              {text.submit}
            </PrimaryButton>
          </Stack>
        </form>
      </Card>
    </AuthLayout>
  );
}

const options = {
  keyed: true,
  known: { BAD_CREDENTIALS: words.login.unauthorized, USER_NOT_FOUND: words.login.userNotFound },
} as const;
