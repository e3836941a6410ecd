import type { ReactNode } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useProduct } from '../product/useProduct.ts';
import classes from './PayeeCard.module.css';

interface PaymentStepsProps {
  /** "Pay ₹500 to this UPI account." */
  pay: string;
  account: ReactNode;
  refreshLabel: string;
  onRefresh: () => void;
  /** "Type the reference number of your payment." */
  confirm: string;
  form: ReactNode;
}

/** Paying in: first the account to pay to, then the reference of the payment. */
export function PaymentSteps({ pay, account, refreshLabel, onRefresh, confirm, form }: PaymentStepsProps) {
  const { playMoney } = useProduct();
  return (
    <>
      <Card>
        <Stack gap={12}>
          <div className={classes.head}>
            <h2 className={classes.title}>
              <span className={classes.step}>{words.deposit.step1}</span>
              {pay}
            </h2>
            <RefreshButton label={refreshLabel} onRefresh={onRefresh} />
          </div>
          {playMoney && <p>{words.deposit.step1Play}</p>}
          {account}
        </Stack>
      </Card>
      <Card>
        <Stack gap={12}>
          <h2 className={classes.title}>
            <span className={classes.step}>{words.deposit.step2}</span>
            {confirm}
          </h2>
          {form}
        </Stack>
      </Card>
    </>
  );
}
