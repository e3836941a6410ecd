import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs';
import type { ReactNode } from 'react';
import { deposit } from '#messages/deposit.ts';
import { useRouteState } from '../../routeState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { Screen } from '../shell/Screen.tsx';
import classes from './DepositScreen.module.css';
import { PlayMoneyNotice } from './PlayMoneyNotice.tsx';

interface DepositScreenProps {
  title: string;
  /** Content for the chosen amount. */
  children: (amount: string) => ReactNode;
}

/** A step of a deposit. Opened by its URL, it asks for an amount first. */
export function DepositScreen({ title, children }: DepositScreenProps) {
  const { rechargeAmount } = useRouteState();
  return (
    <Screen title={title} backTo={paths.deposit}>
      <Stack>
        <PlayMoneyNotice />
        {rechargeAmount === undefined ? (
          <NoAmount />
        ) : (
          <>
            <PaymentAmount amount={rechargeAmount} />
            {children(rechargeAmount)}
          </>
        )}
      </Stack>
    </Screen>
  );
}

function PaymentAmount({ amount }: { amount: string }) {
  return (
    <Card>
      <p className={classes.amount}>
        <span className={classes.label}>{deposit.paymentAmount}</span>
        <span className={classes.value}>
          <MoneyText amount={amount} />
        </span>
      </p>
    </Card>
  );
}

function NoAmount() {
  return (
    <Card>
      <EmptyState Icon={IconArrowDownLeft} title={deposit.noAmount}>
        <LinkButton to={paths.deposit}>{deposit.chooseAmount}</LinkButton>
      </EmptyState>
    </Card>
  );
}
