import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { paths } from '../../paths.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import classes from './PaymentAmount.module.css';

/** What is about to be paid in. */
export function PaymentAmount({ amount }: { amount: string }) {
  return (
    <Card>
      <p className={classes.amount}>
        <span className={classes.label}>{words.deposit.paymentAmount}</span>
        <span className={classes.value}>
          <MoneyText amount={amount} />
        </span>
      </p>
    </Card>
  );
}

/** A payment screen opened by its address: no amount was chosen yet. */
export function NoPaymentAmount() {
  return (
    <Card>
      <EmptyFace title={words.deposit.noAmount}>
        <LinkButton to={paths.deposit}>{words.deposit.chooseAmount}</LinkButton>
      </EmptyFace>
    </Card>
  );
}
