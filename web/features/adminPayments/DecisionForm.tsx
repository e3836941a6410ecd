import { Button, Checkbox } from '@mantine/core';
import type { TransactionType } from '../../gql/graphql.ts';
import { formatMoneyShort, readAmount } from '../../lib/money.ts';
import { decision as decisionWords } from '#messages/admin/decision.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { updated } from '#messages/admin/updated.ts';
import { common } from '#messages/common.ts';
import { denials as denialsWords } from '#messages/denials.ts';
import { transactions } from '#messages/transactions.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
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
import { useDenyTransactions } from './useDenyTransactions.ts';

interface DecisionFormProps {
  payment: {
    readonly id: string;
    readonly amount: string;
    readonly transactionType: TransactionType;
    /** The line of a statement that it is matched with. */
    readonly statementLine: { readonly amount: string } | null;
    readonly player: { readonly uid: string };
    /** Why it can't be approved; null where it can. */
    readonly heldBack: object | null;
    /** The player's other requests of this kind that wait. */
    readonly waitingBeside: readonly { readonly id: string }[] | null;
  };
  /** Called with whether a decision of this form is in flight. */
  onSubmitting: (submitting: boolean) => void;
  /** Chosen by a key: the form then has the focus where it is to be completed or confirmed. */
  asked?: AskedDecision | null;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
  onCancel: () => void;
}

const initial: TypedDecision = {
  decision: null,
  amount: null,
  payoutReference: null,
  denialReason: null,
  message: '',
  others: false,
};

/** Approve or deny, with what each needs: the bank's reference of a payout that is paid already, the reason of a denial. */
export function DecisionForm({ payment, asked = null, onSubmitting, onDone, onCancel }: DecisionFormProps) {
  const { transactionType, statementLine } = payment;
  const lineAmount = statementLine && statementLine.amount !== payment.amount ? statementLine.amount : null;
  const { decide } = useDecideTransaction();
  const denyAll = useDenyAll(payment);
  const form = useForm({
    initial,
    check: (typed) => checkDecision(typed, payment),
    send: async (typed) => {
      const { decision, message } = typed;
      if (decision === null) return { problem: { text: decisionWords.statusMissing, field: null } };
      onSubmitting(true);
      if (decision === 'DENY' && typed.others) {
        const { done, problem } = await denyAll(typed);
        if (done === null) onSubmitting(false);
        else onDone(done);
        return { problem };
      }
      const grounds = groundsFor(typed, { transactionType, lineAmount });
      const result = await decide({ transactionId: payment.id, decision, message, ...grounds });
      if (result.outcome === 'decided') onDone(updated);
      else if (result.outcome === 'proposed') onDone(proposals.made);
      else onSubmitting(false);
      return { problem: result.outcome === 'failed' ? result.problem : null };
    },
  });
  const held = payment.heldBack !== null;
  useAskedDecision(form, held && asked?.decision === 'APPROVE' ? null : asked);
  const { decision, message } = form.typed;
  const others = payment.waitingBeside ?? [];
  return (
    <Form form={form} actions={<Actions payment={payment} form={form} onCancel={onCancel} />}>
      <DecisionOptions chosen={decision} onChoose={form.field('decision').onChange} held={held} />
      {decision === 'APPROVE' && transactionType === 'DEBIT' && form.typed.payoutReference === null && (
        <Button variant="subtle" onClick={() => form.field('payoutReference').onChange('')}>
          {decisionWords.paidAlready}
        </Button>
      )}
      {decision === 'APPROVE' && transactionType === 'DEBIT' && form.typed.payoutReference !== null && (
        <TextField
          label={transactions.payoutReference}
          description={decisionWords.payoutReferenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={35}
          {...form.field('payoutReference')}
          value={form.typed.payoutReference}
        />
      )}
      {decision === 'APPROVE' && transactionType === 'CREDIT' && (
        <ArrivedAmount asked={payment.amount} line={statementLine} field={form.field('amount')} />
      )}
      {decision === 'DENY' && (
        <SelectField
          label={decisionWords.reason}
          description={decisionWords.reasonHint}
          placeholder={decisionWords.chooseReason}
          options={denialReasons[transactionType].map((value) => ({
            value,
            label: value === 'OTHER' ? decisionWords.otherReason : denialsWords.reasons[value],
          }))}
          {...form.field('denialReason')}
        />
      )}
      {decision === 'DENY' && others.length > 0 && (
        <Checkbox
          radius={4}
          checked={form.typed.others}
          label={decisionWords.others[transactionType](others.length)}
          onChange={(event) => form.field('others').onChange(event.currentTarget.checked)}
        />
      )}
      <TextArea
        label={common.message}
        description={decisionWords.messageHint(message.length, maxMessageLength)}
        descriptionBelow
        placeholder={decisionWords.messagePlaceholder}
        rows={2}
        maxLength={maxMessageLength}
        {...form.field('message')}
      />
    </Form>
  );
}

interface ArrivedAmountProps {
  asked: string;
  line: { readonly amount: string } | null;
  field: {
    readonly value: string | null;
    readonly error: string | null;
    readonly onChange: (amount: string | null) => void;
  };
}

/** What is credited where it isn't what was asked for: what the line has, or without one what is typed. */
function ArrivedAmount({ asked, line, field: { value, error, onChange } }: ArrivedAmountProps) {
  const texts = decisionWords;
  const short = formatMoneyShort(asked);
  if (line) {
    if (line.amount === asked) return null;
    return <Notice tone="attention">{texts.inStatement(formatMoneyShort(line.amount), short)}</Notice>;
  }
  if (value === null) {
    return (
      <Button variant="subtle" onClick={() => onChange('')}>
        {texts.otherAmount}
      </Button>
    );
  }
  return (
    <AmountInput
      label={texts.amount}
      description={texts.amountHint(short)}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Denies the payment and the player's others of its kind that wait. `done` is what was done, in words; null: nothing. */
function useDenyAll({ id, waitingBeside }: DecisionFormProps['payment']) {
  const { act } = useDenyTransactions();
  return async ({ denialReason, message }: TypedDecision) => {
    const transactionIds = [id, ...(waitingBeside ?? []).map((other) => other.id)];
    const answer = await act({ transactionIds, denialReason: denialReason ?? 'OTHER', message });
    if (answer.outcome !== 'done') return { done: null, problem: answer.problem };
    const { denials } = answer.payload;
    const denied = denials.filter((one) => one.denied).length;
    return { done: decisionWords.othersDenied(denied, denials.length - denied), problem: null };
  };
}

interface ActionsProps extends Pick<DecisionFormProps, 'payment' | 'onCancel'> {
  form: { readonly typed: Pick<TypedDecision, 'decision' | 'amount' | 'others'>; readonly busy: boolean };
}

function Actions({ payment, form: { typed, busy }, onCancel }: ActionsProps) {
  return (
    <Stack gap={8}>
      <PrimaryButton type="submit" loading={busy}>
        {deedOf(payment, typed)}
      </PrimaryButton>
      <Button variant="light" fullWidth onClick={onCancel}>
        {common.cancel}
      </Button>
    </Stack>
  );
}

/** What the button does, in words. */
function deedOf(
  { amount, statementLine, player, waitingBeside }: DecisionFormProps['payment'],
  { decision, amount: typed, others }: ActionsProps['form']['typed'],
): string {
  const texts = decisionWords;
  if (decision === null) return common.confirm;
  if (decision === 'DENY' && others) return texts.denyAll(1 + (waitingBeside?.length ?? 0), player.uid);
  const arrived = decision === 'APPROVE' ? (statementLine?.amount ?? readAmount(typed ?? '')) : null;
  return texts.deed[decision](formatMoneyShort(arrived ?? amount), player.uid);
}
