import { useQuery } from '@apollo/client/react';
import { Navigate, useParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { MemberSecurity } from '../../features/adminPeople/MemberSecurity.tsx';
import { MemberSessions } from '../../features/adminPeople/MemberSessions.tsx';
import { StaffProfile } from '../../features/adminPeople/StaffProfile.tsx';
import { useMemberChanged } from '../../features/adminPeople/useMemberChanged.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { graphql } from '../../gql/gql.ts';
import type { StaffPage_QueryQuery } from '../../gql/graphql.ts';
import { admins as adminsWords } from '#messages/admin/admins.ts';
import { audit } from '#messages/admin/audit.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './PlayerDetailPage.module.css';

const StaffPage_Query = graphql(`
  query StaffPage_Query($uid: String!) {
    viewer {
      admin {
        member(uid: $uid) {
          id
          user {
            id
            name
            userType
          }
          ...StaffProfile_member
          ...MemberSecurity_member
          ...MemberSessions_member
          latestActions {
            id
            action
            subject
            at
            reason
          }
        }
      }
    }
  }
`);

/** One admin: roles, sign-in, sessions, and what they did last. */
export default function StaffPage() {
  const { uid = '' } = useParams();
  const answer = useQuery(StaffPage_Query, { variables: { uid }, fetchPolicy: 'cache-and-network' });
  const back = useBack(paths.admin.manageAdmin);
  const admins = adminsWords;
  const member = answer.data?.viewer?.admin?.member;
  const refetch = () => void answer.refetch().catch(() => undefined);
  useMemberChanged(member?.id, useRefetchSoon(answer.refetch));
  if (member?.user.userType === 'PLAYER') return <Navigate to={paths.admin.player(uid)} replace />;
  return (
    <AdminPage
      title={member?.user.name ?? admins.one}
      onBack={back}
      actions={<RefreshButton label={admins.refresh} onRefresh={refetch} />}
    >
      <QueryBoundary of={answer}>
        {() =>
          member ? (
            <div className={classes.columns}>
              <Stack>
                <StaffProfile member={member} />
                <MemberSecurity member={member} />
              </Stack>
              <Stack className={classes.deeds}>
                <MemberSessions member={member} />
                {member.latestActions && <LatestActions entries={member.latestActions} />}
              </Stack>
            </div>
          ) : (
            <Card>
              <EmptyState title={admins.noneFound} hint={admins.unknownUid(uid)} />
            </Card>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}

type Member = NonNullable<NonNullable<NonNullable<StaffPage_QueryQuery['viewer']>['admin']>['member']>;
type Entry = NonNullable<Member['latestActions']>[number];

function LatestActions({ entries }: { entries: readonly Entry[] }) {
  const admins = adminsWords;
  const actions = audit.actions;
  return (
    <Card title={admins.actions}>
      {entries.length === 0 && <p>{admins.noActions}</p>}
      <List label={admins.actions}>
        {entries.map(({ id, action, subject, at, reason }) => (
          <li key={id}>
            <ListRow
              title={actions[action] ?? action}
              hint={
                <>
                  <Instant at={at} seconds /> · {subject}
                  {reason && ` · ${reason}`}
                </>
              }
            />
          </li>
        ))}
      </List>
    </Card>
  );
}
