import { useQuery, useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PauseScope } from '../../gql/graphql.ts';
import { notices as noticesWords } from '#messages/admin/notices.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { PauseRow } from './PauseRow.tsx';
import classes from './PausesCard.module.css';

const PausesCard_Query = graphql(`
  query PausesCard_Query {
    notices {
      pauses {
        scope
        notice
      }
    }
  }
`);

const PausesCard_Subscription = graphql(`
  subscription PausesCard_Subscription {
    noticesChanged {
      nextChangeAt
    }
  }
`);

const scopes: readonly PauseScope[] = [
  'SAPRE_HALF',
  'SAPRE_ONE',
  'SAPRE_THREE',
  'DEPOSITS',
  'WITHDRAWALS',
  'EVERYTHING',
];

/** What is paused, and the buttons that pause and resume, each after a confirmation. Follows other admins. */
export function PausesCard() {
  const answer = useQuery(PausesCard_Query, { fetchPolicy: 'cache-and-network' });
  const refetch = () => void answer.refetch().catch(() => undefined);
  useSubscription(PausesCard_Subscription, { ignoreResults: true, onData: refetch });
  const text = noticesWords;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p>{text.hint}</p>
        <QueryBoundary of={answer}>
          {({ notices }) => (
            <ul className={classes.list}>
              {scopes.map((scope) => (
                <PauseRow
                  key={scope}
                  scope={scope}
                  notice={notices.pauses.find((pause) => pause.scope === scope)?.notice ?? null}
                  onDone={refetch}
                />
              ))}
            </ul>
          )}
        </QueryBoundary>
      </Stack>
    </Card>
  );
}
