import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import type { TransactionStatus } from '../../gql/graphql.ts';
import { history } from '#messages/history.ts';
import { transactions } from '#messages/transactions.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { useProduct } from '../product/useProduct.ts';
import { CancelWithdrawal } from '../payments/CancelWithdrawal.tsx';
import classes from './PendingWithdrawals.module.css';

interface Withdrawal {
  readonly id: string;
  readonly amount: string;
  readonly createdAt: string;
  readonly beingChecked: boolean;
  readonly status: TransactionStatus;
  /** While it is being paid: by when it is promised; with play money null. */
  readonly payoutBy: string | null;
}

/** Withdrawals whose amount is held until they are paid, denied or cancelled. */
export function PendingWithdrawals({
  withdrawals,
  onCancel,
}: {
  withdrawals: readonly Withdrawal[];
  onCancel: () => void;
}) {
  const { playMoney } = useProduct();
  const approved = playMoney ? transactions.play.headline.APPROVED : transactions.headline.APPROVED.DEBIT;
  if (withdrawals.length === 0) return null;
  return (
    <Card title={history.pendingWithdrawals}>
      <List label={history.pendingWithdrawals}>
        {withdrawals.map(({ id, amount, createdAt, beingChecked, status, payoutBy }) => (
          <li key={id} className={classes.item}>
            <ListRow
              icon={<IconLock size={18} />}
              title={
                status === 'APPROVED' ? approved : beingChecked ? transactions.checked.headline : history.statePending
              }
              hint={
                payoutBy ? (
                  <Parts>{[transactions.payoutBy, <Instant key="by" at={payoutBy} />]}</Parts>
                ) : (
                  <Instant at={createdAt} />
                )
              }
              aside={<MoneyText amount={amount} />}
            />
            {status === 'PENDING' && <CancelWithdrawal transactionId={id} amount={amount} onDone={onCancel} />}
          </li>
        ))}
      </List>
    </Card>
  );
}
