import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { OwnSessions_QueryQuery } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { programOf } from '../../lib/userAgent.ts';
import { ownSessions } from '#messages/ownSessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';

const OwnSessions_Query = graphql(`
  query OwnSessions_Query {
    viewer {
      sessions {
        id
        createdAt
        lastSeenAt
        userAgent
        address
        isCurrent
      }
    }
  }
`);

const EndSession_Mutation = graphql(`
  mutation EndSession_Mutation($input: EndSessionInput!) {
    endSession(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const EndOtherSessions_Mutation = graphql(`
  mutation EndOtherSessions_Mutation {
    endOtherSessions {
      ... on EndOtherSessionsPayload {
        count
      }
      ...Refusal_error @unmask
    }
  }
`);

type Session = NonNullable<OwnSessions_QueryQuery['viewer']>['sessions'][number];

const refetch = ['OwnSessions_Query'];

/** Where the user is signed in, with buttons that end the other sessions. */
export function OwnSessions() {
  const answer = useQuery(OwnSessions_Query, { fetchPolicy: 'cache-and-network' });
  const texts = ownSessions;
  return (
    <QueryBoundary of={answer} loading={<Skeleton heights={[260]} />}>
      {({ viewer }) => {
        const sessions = viewer?.sessions ?? [];
        return (
          <Card>
            <Stack gap={12}>
              <p>{texts.intro}</p>
              <List label={texts.list}>
                {sessions.map((session) => (
                  <li key={session.id}>
                    <Row session={session} />
                  </li>
                ))}
              </List>
              {sessions.length > 1 ? <EndOthers /> : <p>{texts.onlyHere}</p>}
            </Stack>
          </Card>
        );
      }}
    </QueryBoundary>
  );
}

function Row({ session }: { session: Session }) {
  const texts = ownSessions;
  const { act, pending } = useAction(EndSession_Mutation, { refetch, toast: () => texts.ended });
  const program = programText(session.userAgent);
  return (
    <ListRow
      tone={session.isCurrent ? 'good' : 'calm'}
      title={program}
      hint={
        <>
          {session.isCurrent ? <strong>{texts.current}</strong> : texts.lastSeen(formatInstant(session.lastSeenAt))}
          <br />
          {texts.since(formatInstant(session.createdAt))}
          {session.address && (
            <>
              <br />
              {texts.address(session.address)}
            </>
          )}
        </>
      }
      aside={
        !session.isCurrent && (
          <Button
            variant="light"
            loading={pending}
            aria-label={texts.endOf(program, formatInstant(session.createdAt, { seconds: true }))}
            onClick={() => void act({ sessionId: session.id })}
          >
            {texts.end}
          </Button>
        )
      }
    />
  );
}

function EndOthers() {
  const [confirming, setConfirming] = useState(false);
  const texts = ownSessions;
  const { act, pending } = useAction(EndOtherSessions_Mutation, {
    refetch,
    toast: ({ count }) => texts.othersEnded(count),
  });
  const confirm = async () => {
    await act();
    setConfirming(false);
  };
  return (
    <>
      <Button variant="light" fullWidth onClick={() => setConfirming(true)}>
        {texts.endOthers}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={texts.endOthers}
        question={texts.endOthersQuestion}
        confirmLabel={texts.endOthers}
        danger
        busy={pending}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

function programText(userAgent: string | null): string {
  const program = userAgent && programOf(userAgent);
  if (program) return ownSessions.program(program.browser, program.system);
  return userAgent ?? ownSessions.unknownAgent;
}
