import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { BalanceBanner_walletFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
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
  aside?: ReactNode;
}

/** The available balance; and the amount held for withdrawals, if any. */
export function BalanceBanner({ wallet, label, aside }: BalanceBannerProps) {
  const { data } = useSuspenseFragment({ fragment: BalanceBanner_wallet, from: wallet });
  const shown = useCountUp(data.available);
  return (
    <Banner>
      <div className={classes.row}>
        <div className={classes.grow}>
          <p className={classes.label}>{label}</p>
          <p className={classes.amount}>
            <MoneyText amount={shown} />
          </p>
          {Number(data.held) > 0 && <p className={classes.held}>{words.wallet.held(formatMoney(data.held))}</p>}
        </div>
        {aside}
      </div>
    </Banner>
  );
}
