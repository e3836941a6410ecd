import type { ReactNode } from 'react';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { deposit } from '#messages/deposit.ts';
import { Card } from '../../ui/Card.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useProduct } from '../product/useProduct.ts';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import classes from './PayeeCard.module.css';

interface PaymentStepsProps {
  channel: PaymentChannel;
  amount: string;
  payeeId: string;
  onRefresh: () => void;
  /** The account to pay to. */
  children: ReactNode;
}

/** Steps of a deposit: first the payee, then the reference of the payment. */
export function PaymentSteps({ channel, amount, payeeId, onRefresh, children }: PaymentStepsProps) {
  const { playMoney } = useProduct();
  const { pay, payPlay, refresh, confirm } = deposit.through[channel];
  return (
    <>
      <Card>
        <Stack gap={12}>
          <div className={classes.head}>
            <StepTitle step={deposit.step1}>{(playMoney ? payPlay : pay)(formatMoneyShort(amount))}</StepTitle>
            <RefreshButton label={refresh} onRefresh={onRefresh} />
          </div>
          {children}
        </Stack>
      </Card>
      <Card>
        <Stack gap={12}>
          <StepTitle step={deposit.step2}>{playMoney ? deposit.confirmPlay : confirm}</StepTitle>
          <ConfirmPayment channel={channel} amount={amount} payeeId={payeeId} />
        </Stack>
      </Card>
    </>
  );
}

function StepTitle({ step, children }: { step: string; children: string }) {
  return (
    <h2 className={classes.title}>
      <span className={classes.step}>{step}</span>
      {children}
    </h2>
  );
}
