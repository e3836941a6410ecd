import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useDecidedList } from '../../features/admin/useDecidedList.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { FlagBadges } from '../../features/admin/FlagBadges.tsx';
import { ProposedPayment } from '../../features/adminPayments/ProposedPayment.tsx';
import { EndedProposals, EndedProposals_Query } from '../../features/adminProposals/EndedProposals.tsx';
import { ProposalCard } from '../../features/adminProposals/ProposalCard.tsx';
import { SmallestWithdrawal } from '../../features/adminProposals/SmallestWithdrawal.tsx';
import { ThresholdsCard } from '../../features/adminProposals/ThresholdsCard.tsx';
import { LazyPlayerSignals } from '../../features/adminSignals/LazyPlayerSignals.tsx';
import { ProposedCredit } from '../../features/adminStatements/ProposedCredit.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import { proposals as texts } from '#messages/admin/proposals.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './ProposalsPage.module.css';

const ProposalsPage_Query = graphql(`
  query ProposalsPage_Query {
    serverTime
    viewer {
      smallestWithdrawal
      admin {
        openProposals {
          id
          transaction {
            id
            ...ProposedPayment_transaction
          }
          lineCredit {
            ...ProposedCredit_lineCredit @unmask
          }
          correction {
            player {
              id
              user {
                id
                uid
              }
              flags {
                flag
              }
            }
          }
          ...ProposalCard_proposal
        }
        secondAdminThresholds {
          kind
          need
          fromAmount
          makerDayAmount
          fixed
          hasAmount
        }
      }
    }
  }
`);

const ProposalsPage_Subscription = graphql(`
  subscription ProposalsPage_Subscription {
    proposalChanged {
      id
      status
    }
  }
`);

/** What waits for a second admin, and when one is needed. */
export default function ProposalsPage() {
  const answer = useQuery(ProposalsPage_Query, { fetchPolicy: 'cache-and-network' });
  const client = useApolloClient();
  const refetch = useRefetchSoon(() => client.refetchQueries({ include: [ProposalsPage_Query, EndedProposals_Query] }));
  useSubscription(ProposalsPage_Subscription, { ignoreResults: true, onData: refetch });
  const { list, onDone } = useDecidedList(refetch);
  return (
    <AdminPage title={texts.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => (
          <>
            <section ref={list} tabIndex={-1} aria-label={texts.title} className={classes.waiting}>
              {viewer?.admin?.openProposals?.length ? (
                <ul className={classes.list}>
                  {viewer.admin.openProposals.map((proposal) => (
                    <li key={proposal.id}>
                      <ProposalCard proposal={proposal} onDone={onDone}>
                        {proposal.transaction && <ProposedPayment transaction={proposal.transaction} />}
                        {proposal.lineCredit && <ProposedCredit credit={proposal.lineCredit} />}
                        {proposal.correction && (
                          <>
                            <FlagBadges flags={proposal.correction.player.flags.map(({ flag }) => flag)} />
                            <LazyPlayerSignals uid={proposal.correction.player.user.uid} />
                          </>
                        )}
                      </ProposalCard>
                    </li>
                  ))}
                </ul>
              ) : (
                <Card>
                  <EmptyState title={texts.none} hint={texts.noneHint} />
                </Card>
              )}
            </section>
            <div className={classes.ended}>
              <EndedProposals />
            </div>
            <ThresholdsCard thresholds={viewer?.admin?.secondAdminThresholds ?? []} />
            {viewer && <SmallestWithdrawal amount={viewer.smallestWithdrawal} />}
          </>
        )}
      </QueryBoundary>
    </AdminPage>
  );
}
