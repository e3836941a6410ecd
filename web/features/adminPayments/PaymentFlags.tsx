import { IconAlertTriangle, IconFileCheck, IconLock, IconUsers } from '@tabler/icons-react';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
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
  const { flags } = words.admin.payments;
  const same = duplicates?.length ?? 0;
  return [
    ...(same > 0 ? [{ text: flags.duplicates(same), icon: IconAlertTriangle }] : []),
    ...(heldBack ? [{ text: words.admin.payoutHolds.flags[heldBack.reason], icon: IconLock }] : []),
    ...(proposal ? [{ text: words.admin.proposals.flag, icon: IconUsers }] : []),
    ...(payeeActive === false ? [{ text: flags.payeeOff, icon: IconAlertTriangle }] : []),
    ...(statementLine ? [{ text: flags.inStatement, icon: IconFileCheck, tone: 'good' as const }] : []),
  ];
}
