import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import type { StandingCards_QueryQuery } from '../../gql/graphql.ts';
import { BooksCard } from './BooksCard.tsx';
import classes from './StandingCards.module.css';
import { StatsCard } from './StatsCard.tsx';
import { WeeksCard } from './WeeksCard.tsx';

const StandingCards_Query = graphql(`
  query StandingCards_Query {
    serverTime
    viewer {
      admin {
        liabilities {
          available
          held
          liveStakes
          unclaimed
          pendingDeposits
        }
        playerWeeks(weeks: 8) {
          ...WeeksCard_week @unmask
        }
        ...BooksCard_admin @unmask
      }
    }
  }
`);

/** What is the case now, whatever range is chosen: what is owed to players, their weeks, and the state of the books. */
export function StandingCards() {
  const answer = useQuery(StandingCards_Query, { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true });
  // While it is fetched again the instant of the figures stands with them; after a failure nothing remains.
  const data = answer.error ? undefined : answer.data;
  return (
    <QueryBoundary of={{ ...answer, data }} loading={<LoadingInline />}>
      {({ serverTime, viewer }) =>
        viewer?.admin && (
          <>
            <p className={classes.at}>{stats.asOf(formatInstant(serverTime))}</p>
            <div className={classes.cards}>
              {viewer.admin.liabilities && <LiabilitiesCard owed={viewer.admin.liabilities} />}
              <BooksCard admin={viewer.admin} />
              <div className={classes.wide}>
                <WeeksCard weeks={viewer.admin.playerWeeks} />
              </div>
            </div>
          </>
        )
      }
    </QueryBoundary>
  );
}

type Admin = NonNullable<NonNullable<StandingCards_QueryQuery['viewer']>['admin']>;

function LiabilitiesCard({ owed }: { owed: NonNullable<Admin['liabilities']> }) {
  const texts = stats.liabilities;
  return (
    <StatsCard title={texts.title}>
      <Facts
        facts={[
          [texts.available, formatMoney(owed.available)],
          [texts.held, formatMoney(owed.held)],
          [texts.total, <strong key="total">{formatMoney(paiseOf(owed.available) + paiseOf(owed.held))}</strong>],
          [texts.liveStakes, formatMoney(owed.liveStakes)],
          [texts.unclaimed, formatMoney(owed.unclaimed)],
          [texts.pendingDeposits, formatMoney(owed.pendingDeposits)],
        ]}
      />
    </StatsCard>
  );
}
