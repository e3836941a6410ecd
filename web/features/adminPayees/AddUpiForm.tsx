import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isUpiId } from '../../paymentTexts.ts';
import { payees } from '#messages/admin/payees.ts';
import { Card } from '../../ui/Card.tsx';
import { missing } from '../../ui/missing.ts';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import type { AddPayeeFormProps } from './addPayeeForm.ts';
import { consequenceOf } from './consequence.ts';
import classes from './PayeeCard.module.css';
import { PayeeConfirm } from './PayeeConfirm.tsx';
import { usePayees } from './usePayees.ts';

/** Adds a UPI id, active at once, after a confirmation. */
export function AddUpiForm({ active, problem, onProblem, onAdded }: AddPayeeFormProps) {
  const [upiId, setUpiId] = useState('');
  // Each confirmation is a new one, with an empty reason.
  const [asked, setAsked] = useState(0);
  const [confirming, setConfirming] = useState(false);
  const { addUpi, busy } = usePayees();
  const { UPI: upi } = payees;

  const submit = () => {
    const wrong = missing(upiId) ?? (isUpiId(upiId) ? null : upi.invalid);
    onProblem(wrong);
    setConfirming(wrong === null);
    setAsked(asked + 1);
  };
  const add = async (reason: string) => {
    const { problem: wrong, proposed } = await addUpi({ upiId, reason });
    setConfirming(false);
    onProblem(wrong);
    if (wrong !== null) return;
    setUpiId('');
    onAdded(proposed);
  };

  return (
    <Card>
      <SubmitForm className={classes.form} onSubmit={submit}>
        <TextInput
          label={upi.enter}
          placeholder={upi.placeholder}
          autoComplete="off"
          value={upiId}
          error={problem}
          onChange={(event) => {
            setUpiId(event.currentTarget.value);
            onProblem(null);
          }}
        />
        <Button type="submit" className={classes.submit ?? ''} loading={busy}>
          {upi.add}
        </Button>
      </SubmitForm>
      <PayeeConfirm
        key={asked}
        opened={confirming}
        title={upi.add}
        name={upiId.trim()}
        consequence={consequenceOf('add', null, active, 'UPI')}
        busy={busy}
        onConfirm={({ reason }) => void add(reason)}
        onCancel={() => setConfirming(false)}
      />
    </Card>
  );
}
