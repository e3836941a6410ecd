import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { BalancePill_walletFragment } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { paths } from '../../paths.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Link } from '../navigation/Link.tsx';
import { useCountUp } from '../wallet/useCountUp.ts';
import classes from './GameHeader.module.css';

export const BalancePill_wallet = graphql(`
  fragment BalancePill_wallet on Wallet {
    available
  }
`);

/** Its place while the wallet is loading. */
export function BalancePillSoon() {
  return <div className={classes.soon} />;
}

/** The available balance, linking to the wallet. */
export function BalancePill({ wallet }: { wallet: FragmentType<BalancePill_walletFragment> }) {
  const { data } = useFragmentData({ fragment: BalancePill_wallet, from: wallet });
  const shown = useCountUp(data.available);
  return (
    <div className={classes.balance}>
      <span>
        <VisuallyHidden>{game.balance}</VisuallyHidden>
        <MoneyText amount={shown} />
      </span>
      <Link to={paths.deposit} className={classes.recharge ?? ''}>
        {game.recharge}
      </Link>
    </div>
  );
}
