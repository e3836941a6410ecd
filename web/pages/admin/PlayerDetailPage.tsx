import { useQuery, useSubscription } from '@apollo/client/react';
import { useThrottledCallback } from '@mantine/hooks';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { LazyPlayerSignals } from '../../features/adminSignals/LazyPlayerSignals.tsx';
import { MemberBets } from '../../features/adminPeople/MemberBets.tsx';
import { MemberCorrections } from '../../features/adminPeople/MemberCorrections.tsx';
import { MemberPayments } from '../../features/adminPeople/MemberPayments.tsx';
import { MemberProfile } from '../../features/adminPeople/MemberProfile.tsx';
import { MemberSecurity } from '../../features/adminPeople/MemberSecurity.tsx';
import { MemberSessions } from '../../features/adminPeople/MemberSessions.tsx';
import { MemberTickets } from '../../features/adminPeople/MemberTickets.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './PlayerDetailPage.module.css';

const PlayerDetailPage_Query = graphql(`
  query PlayerDetailPage_Query($uid: String!, $tickets: Boolean!, $corrections: Boolean!) {
    viewer {
      admin {
        member(uid: $uid) {
          id
          user {
            id
            name
            userType
          }
          ...MemberProfile_member
          ...MemberSecurity_member
          ...MemberSessions_member
          ...MemberPayments_member
          ...MemberCorrections_member @include(if: $corrections)
          ...MemberBets_member
          ...MemberTickets_member @include(if: $tickets)
        }
      }
    }
  }
`);

const PlayerDetailPage_Subscription = graphql(`
  subscription PlayerDetailPage_Subscription($memberId: ID!) {
    memberChanged(memberId: $memberId) {
      id
    }
  }
`);

/** Minimum time between two refetches. */
const refetchMs = 1_000;

/** One member: sign-in and sessions, and of players money, bets, payments and tickets. Follows the member's changes. */
export function PlayerDetailPage() {
  const { uid = '' } = useParams();
  const may = useMay();
  const [tickets, corrections] = [may('TICKET_READ_ALL'), may('CORRECTION_READ')];
  const variables = { uid, tickets, corrections };
  const answer = useQuery(PlayerDetailPage_Query, { variables, fetchPolicy: 'cache-and-network' });
  const back = useBack(paths.admin.players);
  const member = answer.data?.viewer?.admin?.member;
  const refetch = () => void answer.refetch().catch(() => undefined);
  const refetchSoon = useThrottledCallback(refetch, refetchMs);
  useSubscription(PlayerDetailPage_Subscription, {
    variables: { memberId: member?.id ?? '' },
    skip: !member,
    ignoreResults: true,
    onData: refetchSoon,
  });
  return (
    <AdminPage
      title={member?.user.name ?? words.admin.players.one}
      onBack={back}
      actions={<RefreshButton label={words.admin.players.refresh} onRefresh={refetch} />}
    >
      <QueryBoundary of={answer}>
        {() =>
          member ? (
            <div className={classes.columns}>
              <MemberProfile member={member} />
              {member.user.userType === 'PLAYER' && (
                <Stack className={classes.deeds}>
                  <LazyPlayerSignals uid={uid} />
                  <MemberPayments member={member} />
                  {corrections && <MemberCorrections member={member} onDecided={refetch} />}
                  <MemberBets member={member} />
                  {tickets && <MemberTickets member={member} />}
                </Stack>
              )}
              <Stack>
                <MemberSecurity member={member} />
                <MemberSessions member={member} />
              </Stack>
            </div>
          ) : (
            <Card>
              <EmptyState title={words.admin.players.noneFound} hint={words.admin.players.unknownUid(uid)} />
            </Card>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}
