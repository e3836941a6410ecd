import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import type { Day } from './day.ts';

const CloseStatementDay_Mutation = graphql(`
  mutation CloseStatementDay_Mutation($input: CloseStatementDayInput!) {
    closeStatementDay(input: $input) {
      ... on CloseStatementDayPayload {
        day {
          day
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = statements.days;
const options = {};

interface CloseDayDialogProps {
  payeeId: string;
  day: Day;
  onClose: () => void;
  onDone: () => void;
}

/** Closes a day after a confirmation; with a drift, for a reason. */
export function CloseDayDialog({ payeeId, day, onClose, onDone }: CloseDayDialogProps) {
  const { act, pending, problem } = useAction(CloseStatementDay_Mutation, options);
  const reason = useRequiredReason();
  const drifts = !/^-?0*\.?0*$/.test(day.drift);
  const confirm = async () => {
    const given = drifts ? reason.take() : '';
    if (given === null) return;
    const { outcome } = await act({ payeeId, day: day.day, reason: given || null });
    if (outcome !== 'done') return;
    showToast({ text: texts.done(formatDay(day.day)), tone: 'good' });
    onDone();
  };
  return (
    <ConfirmDialog
      opened
      title={texts.title2(formatDay(day.day))}
      question={texts.question(formatMoney(day.closing))}
      note={
        <>
          {drifts && <Notice tone="bad">{texts.drifts(formatMoney(day.drift))}</Notice>}
          {drifts && reason.field}
          {problem && <Notice tone="bad">{problem.text}</Notice>}
        </>
      }
      confirmLabel={texts.close}
      busy={pending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
