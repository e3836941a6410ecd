import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { bankAccountError } from './bankAccountChecks.ts';
import classes from './PayeeCard.module.css';
import { usePayees } from './usePayees.ts';

const empty = { accountNumber: '', ifscCode: '', accountHolderName: '' };

/** Adds a bank account, active at once. */
export function AddBankForm({ onAdded }: { onAdded: () => void }) {
  const [typed, setTyped] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const { addBank, busy } = usePayees();
  const { BANK: bank } = words.admin.payees;

  const submit = async () => {
    const wrong = bankAccountError(typed) ?? (await addBank(typed));
    setProblem(wrong);
    if (wrong !== null) return;
    setTyped(empty);
    onAdded();
  };
  const field = (name: keyof typeof empty, label: string) => ({
    label,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  });

  return (
    <Card title={bank.addTitle}>
      <SubmitForm onSubmit={() => void submit()}>
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
    </Card>
  );
}
