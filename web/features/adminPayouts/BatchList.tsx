import { graphql } from '../../gql/gql.ts';
import type { BatchList_batchFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './Payouts.module.css';

graphql(`
  fragment BatchList_batch on PayoutBatch {
    id
    number
    state
    bank
    madeAt
    heldBy {
      id
      name
    }
    sums {
      count
      amount
      openCount
    }
  }
`);

const texts = payoutBatches.list;

/** Batches, each leading to its page: how far it has come, and in whose hands it is. */
export function BatchList({ batches }: { batches: readonly BatchList_batchFragment[] }) {
  return (
    <ul className={classes.batches} aria-label={texts.title}>
      {batches.map(({ id, number, state, bank, madeAt, heldBy, sums }) => (
        <li key={id}>
          <Card className={classes.card}>
            <p className={classes.head}>
              <Link to={paths.admin.payoutBatch(id)}>{payoutBatches.batch(number)}</Link>
              <strong>{payoutBatches.states[state]}</strong>
            </p>
            <span>{texts.line(sums.count, formatMoneyShort(sums.amount))}</span>
            <span className={classes.under}>
              {[
                bank,
                formatInstant(madeAt),
                ...(state === 'SENT' ? [texts.openOf(sums.openCount, sums.count)] : []),
                ...(state === 'READY' || state === 'SENT' ? [heldBy ? texts.holder(heldBy.name) : texts.nobody] : []),
              ].join(' · ')}
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
}
