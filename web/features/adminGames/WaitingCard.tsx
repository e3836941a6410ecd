import { useQuery, useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { games } from '#messages/admin/games.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { hasFailed, QueryFailure } from '../shell/QueryBoundary.tsx';
import { WaitingRow } from './WaitingRow.tsx';
import classes from './WaitingCard.module.css';

const WaitingCard_Query = graphql(`
  query WaitingCard_Query {
    waitingContests {
      id
      ...WaitingRow_contest @unmask
    }
  }
`);

const WaitingCard_Subscription = graphql(`
  subscription WaitingCard_Subscription {
    alertsChanged {
      id
    }
  }
`);

/** Rounds that have ended and wait for the public beacon, and what owners may do about them after a week. Nothing while there are none. */
export function WaitingCard() {
  const answer = useQuery(WaitingCard_Query, { fetchPolicy: 'cache-and-network' });
  const refetch = () => void answer.refetch().catch(() => undefined);
  useSubscription(WaitingCard_Subscription, { ignoreResults: true, onData: refetch });
  const rounds = answer.data?.waitingContests ?? [];
  const text = games.waiting;
  if (hasFailed(answer)) {
    return (
      <Card title={text.title}>
        <QueryFailure of={answer} />
      </Card>
    );
  }
  if (rounds.length === 0) return null;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p>{text.hint}</p>
        <ul className={classes.list} aria-label={text.title}>
          {rounds.map((round) => (
            <WaitingRow key={round.id} round={round} onDone={refetch} />
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
