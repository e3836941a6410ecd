import { graphql } from '../../gql/gql.ts';
import type { TotalCard_dayFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import classes from './Transparency.module.css';

graphql(`
  fragment TotalCard_day on LiabilityDay {
    day
    players
    total
    waitingStakes
    unclaimed
    root
  }
`);

function isSome(amount: string | null): amount is string {
  return amount !== null && Number(amount) > 0;
}

/** What all players held at the end of the last days. */
export function TotalCard({ days }: { days: readonly TotalCard_dayFragment[] }) {
  const text = transparency.balances;
  return (
    <Card title={text.title}>
      <p className={classes.quiet}>{text.hint}</p>
      {days.length > 0 && (
        <List label={text.title}>
          {days.slice(0, 7).map(({ day, players, total, waitingStakes, unclaimed, root }) => (
            <li key={day}>
              <ListRow
                title={text.held(formatDay(day), formatMoneyShort(total), players)}
                hint={[
                  root.slice(0, 16),
                  ...(isSome(waitingStakes) ? [text.waiting(formatMoneyShort(waitingStakes))] : []),
                  ...(isSome(unclaimed) ? [text.unclaimed(formatMoneyShort(unclaimed))] : []),
                ].join(' · ')}
              />
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
