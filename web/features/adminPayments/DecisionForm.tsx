import { Button, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionDecision, TransactionType } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import classes from './DecisionSheet.module.css';
import { useDecideTransaction } from './useDecideTransaction.ts';

/** In characters (server/domain/README.md#withdrawals). */
const maxMessageLength = 150;
const maxPayoutReferenceLength = 60;

interface DecisionFormProps {
  payment: {
    readonly id: string;
    readonly amount: string;
    readonly transactionType: TransactionType;
    readonly player: { readonly uid: string };
  };
  /** Called with whether a decision of this form is in flight. */
  onSubmitting: (submitting: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
}

export function DecisionForm({ payment, onSubmitting, onDone, onCancel }: DecisionFormProps) {
  const [decision, setDecision] = useState<TransactionDecision | null>(null);
  const [message, setMessage] = useState('');
  const [payoutReference, setPayoutReference] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { decide, deciding } = useDecideTransaction();
  const payout = payment.transactionType === 'DEBIT' && decision === 'APPROVE';

  const submit = async () => {
    if (decision === null) {
      setProblem(words.admin.decision.statusMissing);
      return;
    }
    setProblem(null);
    onSubmitting(true);
    const reference = payout && payoutReference.trim() !== '' ? payoutReference : null;
    const result = await decide({ transactionId: payment.id, decision, message, payoutReference: reference });
    if (result.outcome === 'decided') {
      onDone();
      return;
    }
    onSubmitting(false);
    if (result.outcome === 'failed') setProblem(result.text);
  };

  return (
    <SubmitForm onSubmit={() => void submit()}>
      <Stack gap={12}>
        <DecisionOptions chosen={decision} onChoose={setDecision} />
        {payout && (
          <TextInput
            label={words.transactions.payoutReference}
            description={words.admin.decision.payoutReferenceHint}
            autoComplete="off"
            maxLength={maxPayoutReferenceLength}
            value={payoutReference}
            onChange={(event) => setPayoutReference(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={words.common.message}
          description={words.admin.decision.messageHint(message.length, maxMessageLength)}
          placeholder={words.admin.decision.messagePlaceholder}
          rows={3}
          maxLength={maxMessageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PrimaryButton type="submit" loading={deciding}>
          {decision === null
            ? words.common.confirm
            : words.admin.decision.deed[decision](formatMoneyShort(payment.amount), payment.player.uid)}
        </PrimaryButton>
        <Button variant="light" fullWidth onClick={onCancel}>
          {words.common.cancel}
        </Button>
      </Stack>
    </SubmitForm>
  );
}

function DecisionOptions({
  chosen,
  onChoose,
}: {
  chosen: TransactionDecision | null;
  onChoose: (decision: TransactionDecision) => void;
}) {
  const options = [
    { decision: 'APPROVE', label: words.admin.decision.approve, Icon: IconCheck },
    { decision: 'DENY', label: words.admin.decision.deny, Icon: IconX },
  ] as const;
  return (
    <fieldset aria-label={words.admin.decision.options} className={classes.options}>
      {options.map(({ decision, label, Icon }) => (
        <UnstyledButton
          key={decision}
          className={classes.option ?? ''}
          aria-pressed={chosen === decision}
          onClick={() => onChoose(decision)}
        >
          <Icon size={18} aria-hidden />
          {label}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
