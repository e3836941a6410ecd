import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { statements } from '#messages/admin/statements.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import { LineList } from './LineList.tsx';
import { appended } from './linePages.ts';
import classes from './Statements.module.css';
import { useLineBook } from './useLineBook.tsx';

const UnclaimedReceipts_Query = graphql(`
  query UnclaimedReceipts_Query {
    viewer {
      admin {
        unclaimedReceipts {
          count
          sum
          ages {
            fromDays
            toDays
            count
            sum
          }
        }
      }
    }
  }
`);

const UnclaimedLines_Query = graphql(`
  query UnclaimedLines_Query($after: String) {
    viewer {
      admin {
        statementLines: unclaimedLines(first: 50, after: $after) {
          edges {
            node {
              id
              ...LineRow_line @unmask
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

const texts = statements.unclaimed;

/** Sums of the unclaimed receipts by age, and on demand their list, from which a player is credited. Renders nothing without any. */
export function UnclaimedReceipts({ onDone }: { onDone: () => void }) {
  const answer = useQuery(UnclaimedReceipts_Query, { fetchPolicy: 'cache-and-network' });
  const [shown, setShown] = useState(false);
  return (
    <QueryBoundary of={keepPreviousData(answer)} loading={<></>}>
      {({ viewer }) => {
        const receipts = viewer?.admin?.unclaimedReceipts;
        if (!receipts || receipts.count === 0) return null;
        return (
          <>
            <Card title={texts.title} className={classes.card}>
              <p className={classes.hint}>{texts.hint}</p>
              <Facts
                facts={[
                  ...receipts.ages
                    .filter(({ count }) => count > 0)
                    .map(
                      ({ fromDays, toDays, sum, count }) =>
                        [texts.age(fromDays, toDays), texts.sum(formatMoney(sum), count)] as const,
                    ),
                  [texts.total, <strong key="total">{texts.sum(formatMoney(receipts.sum), receipts.count)}</strong>],
                ]}
              />
              <Button variant="light" className={classes.toggle} aria-expanded={shown} onClick={() => setShown(!shown)}>
                {shown ? texts.hide : texts.show}
              </Button>
            </Card>
            {shown && <UnclaimedLines onDone={onDone} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function UnclaimedLines({ onDone }: { onDone: () => void }) {
  const answer = useQuery(UnclaimedLines_Query, { fetchPolicy: 'cache-and-network' });
  const book = useLineBook(onDone);
  return (
    <QueryBoundary of={keepPreviousData(answer)}>
      {({ viewer }) => {
        const lines = viewer?.admin?.statementLines;
        if (!lines) return null;
        return (
          <>
            <LineList found label={texts.title} lines={lines.edges.map(({ node }) => node)} {...book.ofLine} />
            <ShowMore
              pageInfo={lines.pageInfo}
              fetchMore={(options) => answer.fetchMore({ ...options, updateQuery: appended })}
            />
            {book.dialog}
          </>
        );
      }}
    </QueryBoundary>
  );
}
