import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { graphql } from '../../gql/gql.ts';
import type { MemberSessions_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { programOf } from '../../lib/userAgent.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';

export const MemberSessions_member = graphql(`
  fragment MemberSessions_member on Member {
    id
    sessions {
      id
      createdAt
      lastSeenAt
      endedAt
      endReason
      userAgent
    }
  }
`);

type Session = MemberSessions_memberFragment['sessions'][number];

/** The latest sessions. */
export function MemberSessions({ member }: { member: FragmentType<MemberSessions_memberFragment> }) {
  const { data } = useSuspenseFragment({ fragment: MemberSessions_member, from: member });
  const { sessions } = words.admin.detail;
  return (
    <Card title={sessions.title}>
      {data.sessions.length === 0 && <p>{sessions.none}</p>}
      <List label={sessions.title}>
        {data.sessions.map((session) => (
          <li key={session.id}>
            <ListRow
              icon={<IconDeviceLaptop size={18} />}
              tone={session.endedAt ? 'calm' : 'good'}
              title={sessions.since(formatInstant(session.createdAt))}
              hint={
                <>
                  {stateOf(session)}
                  <br />
                  {programText(session.userAgent)}
                </>
              }
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

/** The browser's name; for another program, its own User-Agent. */
function programText(userAgent: string | null): string {
  const { sessions } = words.admin.detail;
  const program = userAgent && programOf(userAgent);
  if (program) return sessions.program(program.browser, program.system);
  return userAgent ?? sessions.unknownAgent;
}

function stateOf({ endedAt, endReason, lastSeenAt }: Session): string {
  const { sessions } = words.admin.detail;
  if (!endedAt) return sessions.lastSeen(formatInstant(lastSeenAt));
  const reason = sessions.endReasons.find(([code]) => code === endReason)?.[1];
  return reason ? sessions.endedBy(formatInstant(endedAt), reason) : sessions.ended(formatInstant(endedAt));
}
