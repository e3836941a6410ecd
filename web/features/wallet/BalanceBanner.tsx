import type { FragmentType } from '@apollo/client/masking';
import type { ReactNode } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { BalanceBanner_walletFragment } from '../../gql/graphql.ts';
import { formatMoney, moneyOf, paiseOf } from '../../lib/money.ts';
import { wallet as walletWords } from '#messages/wallet.ts';
import { Banner } from '../../ui/Banner.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './BalanceBanner.module.css';
import { useCountUp } from './useCountUp.ts';

export const BalanceBanner_wallet = graphql(`
  fragment BalanceBanner_wallet on Wallet {
    available
    held
  }
`);

interface BalanceBannerProps {
  wallet: FragmentType<BalanceBanner_walletFragment>;
  label: string;
  /** Shows available and held together, instead of what is available. */
  total?: boolean;
  aside?: ReactNode;
}

/** Its place while the wallet is loading. */
export function BalanceBannerSoon() {
  return (
    <Banner>
      <p className={classes.label}>&nbsp;</p>
      <p className={classes.amount}>&nbsp;</p>
    </Banner>
  );
}

/** The available or the total balance; and the amount held for withdrawals, if any. */
export function BalanceBanner({ wallet, label, total = false, aside }: BalanceBannerProps) {
  const { data } = useFragmentData({ fragment: BalanceBanner_wallet, from: wallet });
  const heldPaise = paiseOf(data.held);
  const availablePaise = paiseOf(data.available);
  const shown = useCountUp(moneyOf(total ? availablePaise + heldPaise : availablePaise));
  return (
    <Banner>
      <div className={classes.row}>
        <div className={classes.grow}>
          <p className={classes.label}>{label}</p>
          <p className={classes.amount}>
            <MoneyText amount={shown} />
          </p>
          {heldPaise > 0n && (
            <p className={classes.held}>
              {total
                ? walletWords.parts(formatMoney(availablePaise), formatMoney(heldPaise))
                : walletWords.held(formatMoney(heldPaise))}
            </p>
          )}
        </div>
        {aside}
      </div>
    </Banner>
  );
}
