import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { BalancePill_walletFragment } from '../../gql/graphql.ts';
import { formatNetShort } from '../../lib/money.ts';
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

interface BalancePillProps {
  wallet: FragmentType<BalancePill_walletFragment>;
  /** What a round has just won, in paise; 0: nothing. */
  gained: bigint;
}

/** The available balance, linking to the wallet. */
export function BalancePill({ wallet, gained }: BalancePillProps) {
  const { data } = useFragmentData({ fragment: BalancePill_wallet, from: wallet });
  const shown = useCountUp(data.available);
  return (
    <div className={classes.balance}>
      <span>
        <VisuallyHidden>{game.balance}</VisuallyHidden>
        <MoneyText amount={shown} />
        {gained > 0n && (
          <span className={classes.gain} translate="no" aria-hidden>
            {formatNetShort(gained)}
          </span>
        )}
      </span>
      <Link to={paths.deposit} className={classes.recharge ?? ''}>
        {game.recharge}
      </Link>
    </div>
  );
}
