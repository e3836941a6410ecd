import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { history } from '#messages/history.ts';
import { transactions } from '#messages/transactions.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { CancelWithdrawal } from '../payments/CancelWithdrawal.tsx';
import classes from './PendingWithdrawals.module.css';

interface Withdrawal {
  readonly id: string;
  readonly amount: string;
  readonly createdAt: string;
  readonly beingChecked: boolean;
}

/** Withdrawals whose amount is held until they are decided or cancelled. */
export function PendingWithdrawals({
  withdrawals,
  onCancel,
}: {
  withdrawals: readonly Withdrawal[];
  onCancel: () => void;
}) {
  if (withdrawals.length === 0) return null;
  return (
    <Card title={history.pendingWithdrawals}>
      <List label={history.pendingWithdrawals}>
        {withdrawals.map(({ id, amount, createdAt, beingChecked }) => (
          <li key={id} className={classes.item}>
            <ListRow
              icon={<IconLock size={18} />}
              title={beingChecked ? transactions.checked.headline : history.statePending}
              hint={<Instant at={createdAt} />}
              aside={<MoneyText amount={amount} />}
            />
            <CancelWithdrawal transactionId={id} amount={amount} onDone={onCancel} />
          </li>
        ))}
      </List>
    </Card>
  );
}
