import type { FragmentType } from '@apollo/client/masking';
import { useId } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PlayerMoney_transactionFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { decision } from '#messages/admin/decision.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './DecisionSheet.module.css';
import { movementOf } from './movement.ts';
import { StatusPill } from './StatusPill.tsx';

export const PlayerMoney_transaction = graphql(`
  fragment PlayerMoney_transaction on Transaction {
    id
    playerHistory {
      registeredAt
      available
      held
      depositsApproved
      depositsDenied
      depositedTotal
      withdrawnTotal
      latest {
        id
        transactionType
        status
        amount
        createdAt
      }
    }
  }
`);

/** The player's history beside the decision. */
export function PlayerMoney({ transaction }: { transaction: FragmentType<PlayerMoney_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: PlayerMoney_transaction, from: transaction });
  const titleId = useId();
  const history = data.playerHistory;
  if (!history) return null;
  const { player } = decision;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.section}>
        {player.title}
      </h3>
      <Facts
        facts={[
          [player.registered, formatInstant(history.registeredAt)],
          [player.available, formatMoney(history.available)],
          [player.held, formatMoney(history.held)],
          [player.depositsApproved, player.times(history.depositsApproved, formatMoney(history.depositedTotal))],
          [player.depositsDenied, String(history.depositsDenied)],
          [player.withdrawn, formatMoney(history.withdrawnTotal)],
        ]}
      />
      <OtherRequests requests={history.latest.filter(({ id }) => id !== data.id)} />
    </section>
  );
}

type Request = NonNullable<PlayerMoney_transactionFragment['playerHistory']>['latest'][number];

/** The player's other recent requests and their outcome. */
function OtherRequests({ requests }: { requests: readonly Request[] }) {
  if (requests.length === 0) return null;
  return (
    <ul className={classes.others} aria-label={decision.player.others}>
      {requests.map(({ id, transactionType, status, amount, createdAt }) => (
        <li key={id}>
          <span>
            <MoneyText amount={amount} as={movementOf({ transactionType, status })} />{' '}
            <span className={classes.at}>
              <Instant at={createdAt} />
            </span>
          </span>
          <StatusPill status={status} />
        </li>
      ))}
    </ul>
  );
}
