import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PaymentHead_transactionFragment } from '../../gql/graphql.ts';
import { transactions } from '#messages/transactions.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import classes from './DecisionSheet.module.css';
import { destinationOf } from './destination.ts';
import { movementOf } from './movement.ts';
import { StatusPill } from './StatusPill.tsx';

export const PaymentHead_transaction = graphql(`
  fragment PaymentHead_transaction on Transaction {
    id
    transactionType
    status
    channel
    amount
    reference
    upiId
    accountNumber
    playerFlags
    payee {
      id
      upiId
      accountNumber
    }
    player {
      id
      uid
      name
    }
  }
`);

/** What is decided, at a glance: whose money, how much, by which reference or to which account. */
export function PaymentHead({ transaction }: { transaction: FragmentType<PaymentHead_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: PaymentHead_transaction, from: transaction });
  const { deposit, withdrawal, through } = transactions;
  return (
    <div className={classes.summary}>
      <p className={classes.line}>
        <span className={classes.amount}>
          <MoneyText amount={data.amount} as={movementOf(data)} />
        </span>
        <StatusPill status={data.status} />
      </p>
      <p>
        {data.transactionType === 'CREDIT' ? deposit : withdrawal} · {through[data.channel]} ·{' '}
        <strong className={classes.mark}>{destinationOf(data).mark}</strong>
      </p>
      <PlayerLink uid={data.player.uid} name={data.player.name} />
      <FlagBadges flags={data.playerFlags ?? []} />
    </div>
  );
}
