import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFileCheck from '@tabler/icons-react/dist/esm/icons/IconFileCheck.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { payments } from '#messages/admin/payments.ts';
import { payoutHolds } from '#messages/admin/payoutHolds.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { Badge } from '../../ui/Badge.tsx';
import classes from './PaymentFlags.module.css';

type Flagged = Pick<
  PaymentLine_transactionFragment,
  'duplicates' | 'payeeActive' | 'statementLine' | 'proposal' | 'heldBack'
>;

interface PaymentFlagsProps {
  payment: Flagged;
  /** Icons whose text is a tooltip, for a row of one line. */
  compact?: boolean;
}

/** Warnings to consider before deciding, and that the bank's statement has the payment. */
export function PaymentFlags({ payment, compact = false }: PaymentFlagsProps) {
  return flagsOf(payment).map(({ text, ...badge }) => (
    <span key={text} className={compact ? classes.compact : classes.flag}>
      <Badge text={text} {...badge} compact={compact} />
    </span>
  ));
}

function flagsOf({ duplicates, payeeActive, statementLine, proposal, heldBack }: Flagged) {
  const { flags } = payments;
  const same = duplicates?.length ?? 0;
  return [
    ...(same > 0 ? [{ text: flags.duplicates(same), icon: IconAlertTriangle }] : []),
    ...(heldBack ? [{ text: payoutHolds.flags[heldBack.reason], icon: IconLock }] : []),
    ...(proposal ? [{ text: proposals.flag, icon: IconUsers }] : []),
    ...(payeeActive === false ? [{ text: flags.payeeOff, icon: IconAlertTriangle }] : []),
    ...(statementLine ? [{ text: flags.inStatement, icon: IconFileCheck, tone: 'good' as const }] : []),
  ];
}
