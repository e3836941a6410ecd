import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { payees } from '#messages/admin/payees.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import type { AddPayeeFormProps } from './addPayeeForm.ts';
import { bankAccountError } from './bankAccountChecks.ts';
import { consequenceOf } from './consequence.ts';
import classes from './PayeeCard.module.css';
import { PayeeConfirm } from './PayeeConfirm.tsx';
import { usePayees } from './usePayees.ts';

const empty = { accountNumber: '', ifscCode: '', accountHolderName: '' };

/** Adds a bank account, active at once, after a confirmation. */
export function AddBankForm({ active, problem, onProblem, onAdded }: AddPayeeFormProps) {
  const [typed, setTyped] = useState(empty);
  // Each confirmation is a new one, with an empty reason.
  const [asked, setAsked] = useState(0);
  const [confirming, setConfirming] = useState(false);
  const { addBank, busy } = usePayees();
  const { BANK: bank } = payees;

  const submit = () => {
    const wrong = bankAccountError(typed);
    onProblem(wrong);
    setConfirming(wrong === null);
    setAsked(asked + 1);
  };
  const add = async (reason: string) => {
    const { problem: wrong, proposed } = await addBank({ ...typed, reason });
    setConfirming(false);
    onProblem(wrong);
    if (wrong !== null) return;
    setTyped(empty);
    onAdded(proposed);
  };
  const field = (name: keyof typeof empty, label: string) => ({
    label,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: value }));
      onProblem(null);
    },
  });

  return (
    <Card title={bank.addTitle}>
      <SubmitForm onSubmit={submit}>
        <Stack gap={12}>
          <div className={classes.form}>
            <TextInput {...field('accountNumber', bank.number)} inputMode="numeric" />
            <TextInput {...field('ifscCode', bank.ifsc)} />
            <TextInput {...field('accountHolderName', bank.holder)} />
            <Button type="submit" className={classes.submit ?? ''} loading={busy}>
              {bank.add}
            </Button>
          </div>
          {problem && <Notice tone="bad">{problem}</Notice>}
        </Stack>
      </SubmitForm>
      <PayeeConfirm
        key={asked}
        opened={confirming}
        title={bank.add}
        name={`${typed.accountNumber.trim()}, ${typed.accountHolderName.trim()}`}
        consequence={consequenceOf('add', null, active, 'BANK')}
        busy={busy}
        onConfirm={({ reason }) => void add(reason)}
        onCancel={() => setConfirming(false)}
      />
    </Card>
  );
}
