import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import type { TransactionStatus } from '../../gql/graphql.ts';

const icons: Partial<Record<TransactionStatus, typeof IconX>> = {
  SUCCESS: IconCheck,
  PENDING: IconClock,
  APPROVED: IconClock,
  RETURNED: IconArrowBackUp,
};

/** Success: a check. What waits or is being paid: a clock. Came back: an arrow. Everything else: a cross. */
export function StatusIcon({ status, size }: { status: TransactionStatus; size: number }) {
  const Icon = icons[status] ?? IconX;
  return <Icon size={size} aria-hidden />;
}
