import type { TransactionStatus } from '../../gql/graphql.ts';
import { transactions } from '#messages/transactions.ts';
import { StatusIcon } from '../payments/StatusIcon.tsx';
import classes from './StatusPill.module.css';

/** The status of a request as icon and text. */
export function StatusPill({ status }: { status: TransactionStatus }) {
  return (
    <span className={`${classes.pill} ${classes[status]}`}>
      <StatusIcon status={status} size={14} />
      {transactions.status[status]}
    </span>
  );
}
