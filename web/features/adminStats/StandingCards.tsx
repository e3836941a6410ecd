import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { LoadingInline } from '../../ui/Loading.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { BooksCard } from './BooksCard.tsx';
import classes from './StandingCards.module.css';
import { WeeksCard } from './WeeksCard.tsx';

const StandingCards_Query = graphql(`
  query StandingCards_Query {
    serverTime
    viewer {
      admin {
        playerWeeks(weeks: 8) {
          ...WeeksCard_week @unmask
        }
        setup {
          ...SetupCard_item @unmask
        }
        ...BooksCard_admin @unmask
      }
    }
  }
`);

/** What is the case now, whatever range is chosen. */
export function useStanding() {
  return useQuery(StandingCards_Query, { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true });
}

/** The state of the books, and the weeks of players. */
export function StandingCards({ answer }: { answer: ReturnType<typeof useStanding> }) {
  // While it is fetched again the instant of the figures stands with them; after a failure nothing remains.
  const data = answer.error ? undefined : answer.data;
  return (
    <QueryBoundary of={{ ...answer, data }} loading={<LoadingInline />}>
      {({ serverTime, viewer }) =>
        viewer?.admin && (
          <>
            <p className={classes.at}>{stats.asOf(formatInstant(serverTime))}</p>
            <div className={classes.cards}>
              <div className={classes.wide}>
                <BooksCard admin={viewer.admin} />
              </div>
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
