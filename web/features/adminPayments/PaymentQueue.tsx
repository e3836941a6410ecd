import { useState, type ReactNode } from 'react';
import { decision as decisionWords } from '#messages/admin/decision.ts';
import { queue } from '#messages/admin/queue.ts';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useLastDefined } from '../../ui/useLastDefined.ts';
import { KeysHelp } from '../admin/KeysHelp.tsx';
import { focusedRow, focusRow, neighbour } from '../admin/rowFocus.ts';
import { useListKeys } from '../admin/useListKeys.ts';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import type { AskedDecision } from './askedDecision.ts';
import { ApproveMatched } from './ApproveMatched.tsx';
import { BulkApproval } from './BulkApproval.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { DecisionSheet } from './DecisionSheet.tsx';
import { nextPending } from './nextPending.ts';
import type { PaymentListProps } from './listedPayment.ts';
import { PaymentList } from './PaymentList.tsx';
import classes from './PaymentQueue.module.css';
import type { PaymentFilter } from './paymentFilter.ts';
import { QueueContext } from './queue.ts';
import { useSelection, type Selection } from './useSelection.ts';

interface PaymentQueueProps extends Omit<PaymentListProps, 'status'> {
  filter: PaymentFilter;
  help: { readonly opened: boolean; readonly onChange: (opened: boolean) => void };
  onSearch: () => void;
  /** What follows the list: the next page. */
  children: ReactNode;
}

/**
 * The requests, and beside them the one that is open; below 1000 px it opens in a sheet. After a decision the next one
 * that waits is open, and the focus is at its row.
 */
export function PaymentQueue({ filter, help, onSearch, children, ...list }: PaymentQueueProps) {
  const { payments } = list;
  const beside = useRoomForTable();
  const { opened, open, close, asked, ask } = useOpened();
  const selection = useSelection(payments, filter);
  const decided = (text: string) => {
    showToast({ text, tone: 'good' });
    if (opened === null) return;
    const next = nextPending(payments, opened);
    if (next === null) close();
    else open(next);
    focusRow(next ?? opened);
  };
  const leave = () => {
    if (opened !== null && beside) focusRow(opened);
    if (opened !== null && beside && focusedRow() !== null) close();
  };
  const choose = (decision: AskedDecision['decision']) => {
    const id = focusedRow() ?? opened;
    if (id !== null) ask(id, { decision });
  };
  useListKeys({
    onMove: (rows) => {
      const to = neighbour(payments, focusedRow() ?? opened, rows);
      if (to === null) return;
      focusRow(to);
      if (opened !== null && beside) open(to);
    },
    onSearch,
    onHelp: () => help.onChange(true),
    onLeave: leave,
    others: {
      a: () => choose('APPROVE'),
      d: () => choose('DENY'),
      x: () => {
        const id = focusedRow();
        if (id !== null) selection.toggle(id);
      },
    },
  });
  return (
    <QueueContext value={{ opened: beside ? opened : null, open, ...selectedOf(selection) }}>
      <ApproveMatched filter={filter} />
      <BulkApproval selection={selection} />
      <div className={`${classes.split} ${beside && opened !== null ? classes.opened : ''}`}>
        <div className={classes.list}>
          <PaymentList {...list} status={filter.status} />
          {children}
        </div>
        {beside && opened !== null && (
          <div className={classes.aside}>
            <Card title={decisionWords.title} className={classes.panel}>
              <DecisionPanel key={opened} transactionId={opened} asked={asked} onDone={decided} onClose={leave} />
            </Card>
          </div>
        )}
      </div>
      <NarrowSheet transactionId={beside ? null : opened} onClose={close} />
      <KeysHelp list={queue.keys.list} opened={help.opened} onClose={() => help.onChange(false)} />
    </QueueContext>
  );
}

function selectedOf({ ids, type, select }: Selection) {
  return { selected: ids, selectedType: type, select };
}

/** Which request is open, and the decision that a key asked for there. */
function useOpened() {
  const [opened, setOpened] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedDecision | null>(null);
  const show = (id: string | null, decision: AskedDecision | null) => {
    setOpened(id);
    setAsked(decision);
  };
  return {
    opened,
    asked,
    open: (id: string) => show(id, null),
    close: () => show(null, null),
    ask: (id: string, decision: AskedDecision) => show(id, decision),
  };
}

function NarrowSheet({ transactionId, onClose }: { transactionId: string | null; onClose: () => void }) {
  const shown = useLastDefined(transactionId);
  return <DecisionSheet transactionId={shown} opened={transactionId !== null} onClose={onClose} />;
}
