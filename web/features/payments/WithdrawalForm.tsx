import { useState, type ReactNode } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { withdraw } from '#messages/withdraw.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form } from '../../ui/Form.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useForm, type FormProblem, type Wrong } from '../../ui/useForm.ts';

interface WithdrawalOptions<Values> {
  readonly initial: Values;
  readonly check: (typed: Values) => Wrong<Values>;
  readonly send: (typed: Values) => Promise<{ readonly problem: FormProblem | null }>;
}

/** The form of a withdrawal, which is sent from a sheet that names the amount and where it goes. */
export function useWithdrawalForm<Values extends object>(options: WithdrawalOptions<Values>) {
  const [confirming, setConfirming] = useState(false);
  const form = useForm({ ...options, confirm: () => setConfirming(true) });
  const sendConfirmed = async () => {
    await form.send();
    setConfirming(false);
  };
  return { ...form, confirming, sendConfirmed, goBack: () => setConfirming(false) };
}

interface WithdrawalFormProps {
  form: Pick<
    ReturnType<typeof useWithdrawalForm<object>>,
    'element' | 'errors' | 'problem' | 'busy' | 'submit' | 'dismiss' | 'confirming' | 'sendConfirmed' | 'goBack'
  >;
  submit: string;
  amountPaise: bigint;
  /** Short name of the account, for the button: the UPI id, or the account number. */
  destination: string;
  /** All details of the account, for the confirmation. */
  details: readonly (readonly [string, string])[];
  /** The fields. */
  children: ReactNode;
}

/** Common form of both withdrawals: validate, confirm amount and destination on a sheet, send, then show the status. */
export function WithdrawalForm({ form, submit, amountPaise, destination, details, children }: WithdrawalFormProps) {
  const amount = formatMoneyShort(amountPaise);
  return (
    <Card>
      <Form form={form} submit={submit}>
        {children}
      </Form>
      <Sheet opened={form.confirming} onClose={form.goBack} title={withdraw.confirmTitle}>
        <Stack gap={12}>
          <Facts facts={[[withdraw.amount, amount], ...details]} />
          <p>{withdraw.confirmHint}</p>
          <PrimaryButton loading={form.busy} onClick={() => void form.sendConfirmed()}>
            {withdraw.submitTo(amount, destination)}
          </PrimaryButton>
          <Button variant="light" fullWidth onClick={form.goBack}>
            {withdraw.change}
          </Button>
        </Stack>
      </Sheet>
    </Card>
  );
}
