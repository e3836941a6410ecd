import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import classes from './PayeeCard.module.css';
import { usePayees } from './usePayees.ts';

/** Adds a UPI id, active at once. */
export function AddUpiForm({ onAdded }: { onAdded: () => void }) {
  const [upiId, setUpiId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { addUpi, busy } = usePayees();
  const { UPI: upi } = words.admin.payees;

  const submit = async () => {
    const wrong = upiId.trim() === '' ? words.errors.required : await addUpi(upiId);
    setProblem(wrong);
    if (wrong !== null) return;
    setUpiId('');
    onAdded();
  };

  return (
    <Card>
      <SubmitForm className={classes.form} onSubmit={() => void submit()}>
        <TextInput
          label={upi.enter}
          placeholder={upi.placeholder}
          autoComplete="off"
          value={upiId}
          error={problem}
          onChange={(event) => setUpiId(event.currentTarget.value)}
        />
        <Button type="submit" className={classes.submit ?? ''} loading={busy}>
          {upi.add}
        </Button>
      </SubmitForm>
    </Card>
  );
}
