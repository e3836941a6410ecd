import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import classes from './PaymentFlags.module.css';

type Flagged = Pick<PaymentLine_transactionFragment, 'duplicates' | 'payeeActive' | 'statementLine' | 'proposal'>;

/** Warnings to consider before deciding, and that the bank's statement has the payment. */
export function PaymentFlags({ payment: { duplicates, payeeActive, statementLine, proposal } }: { payment: Flagged }) {
  const { flags } = words.admin.payments;
  return (
    <>
      {duplicates && duplicates.length > 0 && <Flag text={flags.duplicates(duplicates.length)} />}
      {proposal && <Flag text={words.admin.proposals.flag} />}
      {payeeActive === false && <Flag text={flags.payeeOff} />}
      {statementLine && (
        <span className={`${classes.flag} ${classes.good}`}>
          <IconFileCheck size={14} aria-hidden />
          {flags.inStatement}
        </span>
      )}
    </>
  );
}

function Flag({ text }: { text: string }) {
  return (
    <span className={classes.flag}>
      <IconAlertTriangle size={14} aria-hidden />
      {text}
    </span>
  );
}
