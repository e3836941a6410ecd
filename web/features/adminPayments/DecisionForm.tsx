import { Button } from '@mantine/core';
import type { TransactionDecision, TransactionType } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Form } from '../../ui/Form.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { checkDecision, groundsFor, maxMessageLength, type TypedDecision } from './decisionChecks.ts';
import { DecisionOptions } from './DecisionOptions.tsx';
import type { AskedDecision } from './askedDecision.ts';
import { denialReasons } from './denialReasons.ts';
import { useAskedDecision } from './useAskedDecision.ts';
import { useDecideTransaction } from './useDecideTransaction.ts';

interface DecisionFormProps {
  payment: {
    readonly id: string;
    readonly amount: string;
    readonly transactionType: TransactionType;
    readonly player: { readonly uid: string };
  };
  /** Called with whether a decision of this form is in flight. */
  onSubmitting: (submitting: boolean) => void;
  /** Chosen by a key: the form then has the focus where it is to be completed or confirmed. */
  asked?: AskedDecision | null;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
  onCancel: () => void;
}

const initial: TypedDecision = { decision: null, payoutReference: '', denialReason: null, message: '' };

/** Approve or deny, with what each needs: the bank's reference of a payout, the reason of a denial. */
export function DecisionForm({ payment, asked = null, onSubmitting, onDone, onCancel }: DecisionFormProps) {
  const { transactionType } = payment;
  const { decide } = useDecideTransaction();
  const form = useForm({
    initial,
    check: (typed) => checkDecision(typed, transactionType),
    send: async (typed) => {
      const { decision, message } = typed;
      if (decision === null) return { problem: { text: words.admin.decision.statusMissing, field: null } };
      onSubmitting(true);
      const grounds = groundsFor(typed, transactionType);
      const result = await decide({ transactionId: payment.id, decision, message, ...grounds });
      if (result.outcome === 'decided') onDone(words.admin.updated);
      else if (result.outcome === 'proposed') onDone(words.admin.proposals.made);
      else onSubmitting(false);
      return { problem: result.outcome === 'failed' ? result.problem : null };
    },
  });
  useAskedDecision(form, asked);
  const { decision, message } = form.typed;
  return (
    <Form form={form} actions={<Actions payment={payment} form={form} onCancel={onCancel} />}>
      <DecisionOptions chosen={decision} onChoose={form.field('decision').onChange} />
      {decision === 'APPROVE' && transactionType === 'DEBIT' && (
        <TextField
          label={words.transactions.payoutReference}
          description={words.admin.decision.payoutReferenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={35}
          {...form.field('payoutReference')}
        />
      )}
      {decision === 'DENY' && (
        <SelectField
          label={words.admin.decision.reason}
          description={words.admin.decision.reasonHint}
          placeholder={words.admin.decision.chooseReason}
          options={denialReasons[transactionType].map((value) => ({
            value,
            label: value === 'OTHER' ? words.admin.decision.otherReason : words.denials.reasons[value],
          }))}
          {...form.field('denialReason')}
        />
      )}
      <TextArea
        label={words.common.message}
        description={words.admin.decision.messageHint(message.length, maxMessageLength)}
        descriptionBelow
        placeholder={words.admin.decision.messagePlaceholder}
        rows={2}
        maxLength={maxMessageLength}
        {...form.field('message')}
      />
    </Form>
  );
}

interface ActionsProps extends Pick<DecisionFormProps, 'payment' | 'onCancel'> {
  form: { readonly typed: { readonly decision: TransactionDecision | null }; readonly busy: boolean };
}

function Actions({ payment, form: { typed, busy }, onCancel }: ActionsProps) {
  return (
    <Stack gap={8}>
      <PrimaryButton type="submit" loading={busy}>
        {typed.decision === null
          ? words.common.confirm
          : words.admin.decision.deed[typed.decision](formatMoneyShort(payment.amount), payment.player.uid)}
      </PrimaryButton>
      <Button variant="light" fullWidth onClick={onCancel}>
        {words.common.cancel}
      </Button>
    </Stack>
  );
}
