import { IconAlertTriangle } from '@tabler/icons-react';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import classes from './PaymentFlags.module.css';

type Flagged = Pick<PaymentLine_transactionFragment, 'duplicates' | 'payeeActive'>;

/** Warnings to consider before deciding. */
export function PaymentFlags({ payment: { duplicates, payeeActive } }: { payment: Flagged }) {
  const { flags } = words.admin.payments;
  return (
    <>
      {duplicates && duplicates.length > 0 && <Flag text={flags.duplicates(duplicates.length)} />}
      {payeeActive === false && <Flag text={flags.payeeOff} />}
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
