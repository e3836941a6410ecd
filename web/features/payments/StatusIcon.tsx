import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { TransactionStatus } from '../../gql/graphql.ts';

/** Success: a check. Pending: a clock. Everything else: a cross. */
export function StatusIcon({ status, size }: { status: TransactionStatus; size: number }) {
  const Icon = status === 'SUCCESS' ? IconCheck : status === 'PENDING' ? IconClock : IconX;
  return <Icon size={size} aria-hidden />;
}
