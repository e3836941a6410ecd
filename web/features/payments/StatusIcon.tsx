import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TransactionStatus } from '../../gql/graphql.ts';

/** Success is a check; everything else a cross, but what still waits, a clock. */
export function StatusIcon({ status, size }: { status: TransactionStatus; size: number }) {
  const Icon = status === 'SUCCESS' ? IconCheck : status === 'PENDING' ? IconClock : IconX;
  return <Icon size={size} aria-hidden />;
}
