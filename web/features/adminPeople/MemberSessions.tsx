import { Button } from '@mantine/core';
import type { FragmentType } from '@apollo/client/masking';
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberSessions_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { EndAllSessions } from './EndAllSessions.tsx';
import { programText } from './programText.ts';
import { useEndMemberSessions } from './useEndMemberSessions.ts';

export const MemberSessions_member = graphql(`
  fragment MemberSessions_member on Member {
    id
    user {
      id
      name
    }
    sessions {
      id
      createdAt
      lastSeenAt
      endedAt
      endReason
      userAgent
      address
      isLive
      isCurrent
    }
  }
`);

type Session = MemberSessions_memberFragment['sessions'][number];

/** The latest sessions, and the buttons that end live ones. */
export function MemberSessions({ member }: { member: FragmentType<MemberSessions_memberFragment> }) {
  const { data } = useFragmentData({ fragment: MemberSessions_member, from: member });
  const mayEnd = useMay()('SESSION_END_OTHERS');
  const { act, pending } = useEndMemberSessions();
  const { sessions } = detail;
  const others = data.sessions.filter(({ isLive, isCurrent }) => isLive && !isCurrent);
  const isOneself = data.sessions.some(({ isCurrent }) => isCurrent);
  return (
    <Card title={sessions.title}>
      <Stack gap={12}>
        {data.sessions.length === 0 && <p>{sessions.none}</p>}
        <List label={sessions.title}>
          {data.sessions.map((session) => (
            <li key={session.id}>
              <ListRow
                icon={<IconDeviceLaptop size={18} />}
                tone={session.isLive ? 'good' : 'calm'}
                title={sessions.since(formatInstant(session.createdAt))}
                hint={
                  <>
                    {stateOf(session)}
                    <br />
                    {programText(session.userAgent)}
                    {session.address && ` ${sessions.from(session.address)}`}
                  </>
                }
                aside={
                  mayEnd &&
                  session.isLive &&
                  !session.isCurrent && (
                    <Button
                      variant="light"
                      color="red"
                      disabled={pending}
                      aria-label={sessions.endOf(
                        programText(session.userAgent),
                        formatInstant(session.createdAt, { seconds: true }),
                      )}
                      onClick={() => void act({ userId: data.user.id, sessionId: session.id })}
                    >
                      {sessions.end}
                    </Button>
                  )
                }
              />
            </li>
          ))}
        </List>
        {mayEnd && others.length > 1 && !isOneself && <EndAllSessions user={data.user} />}
      </Stack>
    </Card>
  );
}

function stateOf({ endedAt, endReason, lastSeenAt, isLive, isCurrent }: Session): string {
  const { sessions } = detail;
  if (isCurrent) return sessions.current;
  if (isLive) return sessions.lastSeen(formatInstant(lastSeenAt));
  if (!endedAt) return sessions.expired(formatInstant(lastSeenAt));
  const reason = sessions.endReasons.find(([code]) => code === endReason)?.[1];
  return reason ? sessions.endedBy(formatInstant(endedAt), reason) : sessions.ended(formatInstant(endedAt));
}
