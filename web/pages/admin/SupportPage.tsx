import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { InboxFilters } from '../../features/adminSupport/InboxFilters.tsx';
import { TicketPanel } from '../../features/adminSupport/TicketPanel.tsx';
import { TicketRow } from '../../features/adminSupport/TicketRow.tsx';
import { useInbox, type Inbox } from '../../features/adminSupport/useInbox.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { useTicketChanged } from '../../features/tickets/useTicketChanged.ts';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';
import { tickets as ticketsWords } from '#messages/tickets.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './SupportPage.module.css';

const SupportPage_Query = graphql(`
  query SupportPage_Query(
    $status: TicketStatus
    $assignment: TicketAssignment
    $unread: Boolean
    $search: String
    $after: String
  ) {
    viewer {
      admin {
        tickets(status: $status, assignment: $assignment, unread: $unread, search: $search, first: 20, after: $after) {
          edges {
            cursor
            node {
              id
              ...TicketRow_ticket
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

/** The inbox: players' tickets, and beside them the chat of the selected one. */
export default function SupportPage() {
  const inbox = useInbox();
  const { ticketId } = inbox;
  return (
    <AdminPage
      title={support.title}
      actions={
        <LinkButton quiet to={paths.admin.cannedAnswers}>
          {support.canned.title}
        </LinkButton>
      }
    >
      <div className={`${classes.inbox} ${ticketId === null ? '' : classes.chosen}`}>
        <div className={classes.list}>
          <TicketList inbox={inbox} />
        </div>
        <section className={classes.panel} aria-label={ticketsWords.conversation}>
          {ticketId === null ? (
            <NothingChosen />
          ) : (
            <TicketPanel key={ticketId} ticketId={ticketId} listAddress={inbox.addressOf(null)} />
          )}
        </section>
      </div>
    </AdminPage>
  );
}

function TicketList({ inbox }: { inbox: Inbox }) {
  const answer = useQuery(SupportPage_Query, {
    variables: { ...inbox.filter, search: inbox.filter.search || null },
    fetchPolicy: 'cache-and-network',
  });
  const refetchInbox = useRefetchSoon(answer.refetch);
  useTicketChanged(null, refetchInbox);
  return (
    <Card>
      <Stack gap={12}>
        <InboxFilters inbox={inbox} />
        <QueryBoundary of={keepPreviousData(answer)}>
          {({ viewer }) => {
            const tickets = viewer?.admin?.tickets;
            if (!tickets || tickets.edges.length === 0) return <NoTickets filtered={isFiltered(inbox)} />;
            return (
              <>
                <ul aria-label={support.tickets} className={classes.tickets}>
                  {tickets.edges.map(({ node }) => (
                    <li key={node.id}>
                      <TicketRow ticket={node} to={inbox.addressOf(node.id)} current={node.id === inbox.ticketId} />
                    </li>
                  ))}
                </ul>
                <ShowMore pageInfo={tickets.pageInfo} fetchMore={answer.fetchMore} />
              </>
            );
          }}
        </QueryBoundary>
      </Stack>
    </Card>
  );
}

function NothingChosen() {
  return (
    <Card>
      <EmptyState title={support.nothingChosen} hint={support.nothingChosenHint} />
    </Card>
  );
}

function isFiltered({ filter }: Inbox): boolean {
  return Object.values(filter).some(Boolean);
}

function NoTickets({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title={support.noneFound} hint={support.noneFoundHint} />;
  return <EmptyState title={ticketsWords.none} hint={support.noneHint} />;
}
