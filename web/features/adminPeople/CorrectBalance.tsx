import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { CorrectionDirection } from '../../gql/graphql.ts';
import { formatMoney, formatMoneyShort, moneyOf, paiseOf, readAmount } from '../../lib/money.ts';
import { corrections as texts } from '#messages/admin/corrections.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { amountError } from '../../ui/amountError.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';

const CorrectBalance_Mutation = graphql(`
  mutation CorrectBalance_Mutation($input: CorrectBalanceInput!) {
    correctBalance(input: $input) {
      ... on CorrectBalancePayload {
        proposed
        wallet {
          id
          available
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { keyed: true as const, refetch: ['PlayerDetailPage_Query'] };

const directions = [
  { value: 'ADD', label: texts.directions.ADD },
  { value: 'TAKE', label: texts.directions.TAKE },
] as const;
const nothing = { direction: 'ADD' as CorrectionDirection, amount: '', evidence: '', message: '' };
type Correction = typeof nothing;

interface CorrectBalanceProps {
  user: { readonly id: string; readonly name: string };
  /** In rupees: "500.00". */
  available: string;
  /** Takes the focus each time it grows. */
  asked: number;
}

/** Adds money to a player's balance, or takes it, after a confirmation with reason and evidence. */
export function CorrectBalance({ user, available, asked }: CorrectBalanceProps) {
  const { typed, change, tried, dialog, reasonField, problem, pending, confirm } = useCorrection(user, available);
  const { direction } = typed;
  const { size, after, error } = effectOf(typed, available);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked > 0) button.current?.focus();
  }, [asked]);
  return (
    <>
      <Button ref={button} variant="light" mih={44} onClick={dialog.open}>
        {texts.deed}
      </Button>
      <ConfirmDialog
        opened={dialog.opened}
        title={texts.deed}
        question={`${user.name}. ${texts.available(formatMoney(available))}`}
        note={
          <Stack gap={12}>
            <CorrectionFields
              {...{ typed, change, reasonField }}
              amountError={tried || typed.amount !== '' ? error : null}
              evidenceError={tried && isBlank(typed.evidence) ? texts.evidenceMissing : null}
              effect={after === null ? undefined : texts.change(formatMoney(available), formatMoney(after))}
            />
            {problem && <Notice tone="bad">{problem.text}</Notice>}
          </Stack>
        }
        confirmLabel={size ? texts.confirm[direction](formatMoneyShort(size)) : texts.directions[direction]}
        danger={direction === 'TAKE'}
        busy={pending}
        onConfirm={() => void confirm()}
        onCancel={dialog.close}
      />
    </>
  );
}

/** What is typed, and the dialog. `confirm` sends a complete correction and closes the dialog when it is done. */
function useCorrection(user: CorrectBalanceProps['user'], available: string) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const [tried, setTried] = useState(false);
  const reason = useRequiredReason();
  const { act, pending, problem, setProblem } = useAction(CorrectBalance_Mutation, options);
  const change = (part: Partial<Correction>) => {
    setTyped({ ...typed, ...part });
    setProblem(null);
  };
  const open = () => {
    setTyped(nothing);
    setTried(false);
    setProblem(null);
    reason.clear();
    setOpened(true);
  };
  const confirm = async () => {
    setTried(true);
    const given = reason.take();
    const { direction, evidence, message } = typed;
    const { size, error } = effectOf(typed, available);
    if (given === null || error !== null || isBlank(evidence) || size === null) return;
    const outcome = await act({
      userId: user.id,
      direction,
      amount: moneyOf(size),
      reason: given,
      evidence,
      message: message.trim() || null,
    });
    if (outcome.outcome !== 'done') return;
    setOpened(false);
    const { proposed, wallet } = outcome.payload;
    const text = proposed ? proposals.made : texts.done(formatMoney(wallet.available));
    showToast({ text, tone: 'good' });
  };
  const dialog = { opened, open, close: () => setOpened(false) };
  return { typed, change, tried, dialog, reasonField: reason.field, problem, pending, confirm };
}

const isBlank = (text: string) => text.trim() === '';

interface CorrectionFieldsProps {
  typed: Correction;
  change: (part: Partial<Correction>) => void;
  reasonField: ReactNode;
  amountError: string | null;
  evidenceError: string | null;
  /** The balance before and after. */
  effect: string | undefined;
}

function CorrectionFields({
  typed: { direction, amount, evidence, message },
  change,
  reasonField,
  amountError: wrongAmount,
  evidenceError,
  effect,
}: CorrectionFieldsProps) {
  return (
    <>
      <SegmentedControl
        label={texts.direction}
        options={directions}
        value={direction}
        onChange={(value) => change({ direction: value })}
      />
      <AmountInput
        label={texts.amount}
        value={amount}
        onChange={(value) => change({ amount: value })}
        error={wrongAmount}
        description={effect}
      />
      {reasonField}
      <TextField
        label={texts.evidence}
        description={texts.evidenceHint}
        maxLength={200}
        value={evidence}
        error={evidenceError}
        onChange={(value) => change({ evidence: value })}
      />
      <TextField
        label={texts.message}
        description={texts.messageHint}
        maxLength={150}
        value={message}
        onChange={(value) => change({ message: value })}
      />
    </>
  );
}

/** What was typed in paise, and what is available after it; null where it can't be. */
function effectOf({ direction, amount }: Correction, available: string) {
  const size = readAmount(amount);
  if (size === null || size === 0n) {
    return { size: null, after: null, error: amountError(amount) ?? texts.amountMissing };
  }
  const after = paiseOf(available) + (direction === 'ADD' ? size : -size);
  if (after < 0n) return { size, after: null, error: texts.tooMuch(formatMoney(available)) };
  return { size, after, error: null };
}
