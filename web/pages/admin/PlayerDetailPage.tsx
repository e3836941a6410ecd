import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { ProposalNotice } from '../../features/adminProposals/ProposalNotice.tsx';
import { LazyPlayerSignals } from '../../features/adminSignals/LazyPlayerSignals.tsx';
import { MemberBets } from '../../features/adminPeople/MemberBets.tsx';
import { MemberCorrections } from '../../features/adminPeople/MemberCorrections.tsx';
import { MemberFlags } from '../../features/adminPeople/MemberFlags.tsx';
import { MemberFreeze } from '../../features/adminPeople/MemberFreeze.tsx';
import { MemberNote } from '../../features/adminPeople/MemberNote.tsx';
import { MemberPayments } from '../../features/adminPeople/MemberPayments.tsx';
import { MemberProfile } from '../../features/adminPeople/MemberProfile.tsx';
import { MemberSecurity } from '../../features/adminPeople/MemberSecurity.tsx';
import { MemberSessions } from '../../features/adminPeople/MemberSessions.tsx';
import { MemberTickets } from '../../features/adminPeople/MemberTickets.tsx';
import { MemberTimeline } from '../../features/adminPeople/MemberTimeline.tsx';
import { MemberTotals } from '../../features/adminPeople/MemberTotals.tsx';
import { MemberViews } from '../../features/adminPeople/MemberViews.tsx';
import { useMemberChanged } from '../../features/adminPeople/useMemberChanged.ts';
import { useMemberView, type MemberView } from '../../features/adminPeople/useMemberView.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { graphql } from '../../gql/gql.ts';
import { players } from '#messages/admin/players.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import classes from './PlayerDetailPage.module.css';

const PlayerDetailPage_Query = graphql(`
  query PlayerDetailPage_Query($uid: String!, $corrections: Boolean!) {
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
          ...MemberCorrections_member @include(if: $corrections)
          correctionProposal @include(if: $corrections) {
            id
            ...ProposalNotice_proposal
          }
          ...MemberTotals_member
          ...MemberFlags_member
          ...MemberFreeze_member
        }
      }
    }
  }
`);

/** The queries of the page's parts that are shown one at a time. */
const queryOf: Readonly<Record<MemberView, string>> = {
  timeline: 'MemberTimeline_Query',
  payments: 'MemberPayments_Query',
  bets: 'MemberBets_Query',
  tickets: 'MemberTickets_Query',
};

/** One player: identity, money, flags, and what happened with them. Follows the player's changes. */
export default function PlayerDetailPage() {
  const { uid = '' } = useParams();
  const may = useMay();
  const corrections = may('CORRECTION_READ');
  const variables = { uid, corrections };
  const answer = useQuery(PlayerDetailPage_Query, { variables, fetchPolicy: 'cache-and-network' });
  const back = useBack(paths.admin.players);
  const [view, showView] = useMemberView();
  const [corrects, setCorrects] = useState(0);
  const client = useApolloClient();
  const member = answer.data?.viewer?.admin?.member;
  const isPlayer = member?.user.userType === 'PLAYER';
  const reload = () =>
    client.refetchQueries({ include: ['PlayerDetailPage_Query', ...(isPlayer ? [queryOf[view]] : [])] });
  const refetch = () => void reload().catch(() => undefined);
  const proposal = member?.correctionProposal ?? null;
  const show = (next: MemberView) => {
    setCorrects(0);
    showView(next);
  };
  const correct = () => {
    setCorrects(corrects + 1);
    showView('payments');
  };
  const decided = (text: string) => {
    showToast({ text, tone: 'good' });
    refetch();
  };
  useMemberChanged(member?.id, useRefetchSoon(reload));
  if (member && !isPlayer) return <Navigate to={paths.admin.staff(uid)} replace />;
  return (
    <AdminPage
      title={member?.user.name ?? players.one}
      onBack={back}
      actions={<RefreshButton label={players.refresh} onRefresh={refetch} />}
    >
      <QueryBoundary of={answer}>
        {() =>
          member ? (
            <div className={classes.columns}>
              <Stack>
                <MemberProfile
                  member={member}
                  onCorrect={may('WALLET_CORRECT') && proposal === null ? correct : null}
                />
                <MemberTotals member={member} />
                <MemberFlags member={member} />
                <MemberFreeze member={member} />
              </Stack>
              <Stack className={classes.deeds}>
                <LazyPlayerSignals uid={uid} />
                {may('MEMBER_NOTE') && <MemberNote userId={member.user.id} onAdded={refetch} />}
                {proposal && (
                  <Card title={proposals.kinds.CORRECTION}>
                    <ProposalNotice proposal={proposal} onDone={decided} />
                  </Card>
                )}
                <MemberViews view={view} onChange={show} />
                {view === 'timeline' && <MemberTimeline memberId={member.id} />}
                {view === 'payments' && <MemberPayments memberId={member.id} />}
                {view === 'payments' && corrections && <MemberCorrections member={member} asked={corrects} />}
                {view === 'bets' && <MemberBets memberId={member.id} />}
                {view === 'tickets' && <MemberTickets memberId={member.id} />}
              </Stack>
              <Stack>
                <MemberSecurity member={member} />
                <MemberSessions member={member} />
              </Stack>
            </div>
          ) : (
            <Card>
              <EmptyState title={players.noneFound} hint={players.unknownUid(uid)} />
            </Card>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}
