import { useQuery } from '@apollo/client/react';
import { SegmentedControl } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { TicketPanel } from '../../features/adminSupport/TicketPanel.tsx';
import { TicketRow } from '../../features/adminSupport/TicketRow.tsx';
import { useInbox, type Inbox } from '../../features/adminSupport/useInbox.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { useTicketChanged } from '../../features/tickets/useTicketChanged.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketStatus } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './SupportPage.module.css';

const SupportPage_Query = graphql(`
  query SupportPage_Query($status: TicketStatus, $after: String) {
    viewer {
      admin {
        tickets(status: $status, first: 20, after: $after) {
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

const support = words.admin.support;

/** The inbox: players' tickets, and beside them the chat of the selected one. */
export function SupportPage() {
  const inbox = useInbox();
  const { ticketId } = inbox;
  return (
    <AdminPage title={support.title}>
      <div className={`${classes.inbox} ${ticketId === null ? '' : classes.chosen}`}>
        <div className={classes.list}>
          <TicketList inbox={inbox} />
        </div>
        <section className={classes.panel} aria-label={words.tickets.conversation}>
          {ticketId === null ? <NothingChosen /> : <Chosen ticketId={ticketId} inbox={inbox} />}
        </section>
      </div>
    </AdminPage>
  );
}

/** Minimum time between two refetches of the list. */
const refetchMs = 1_000;

function TicketList({ inbox }: { inbox: Inbox }) {
  const answer = useQuery(SupportPage_Query, {
    variables: { status: inbox.status },
    fetchPolicy: 'cache-and-network',
  });
  const refetchInbox = useThrottledCallback(() => void answer.refetch().catch(() => undefined), refetchMs);
  useTicketChanged(null, refetchInbox);
  return (
    <Card>
      <Stack gap={12}>
        <StatusFilter status={inbox.status} onFilter={inbox.filter} />
        <QueryBoundary of={keepPreviousData(answer)}>
          {({ viewer }) => {
            const tickets = viewer?.admin?.tickets;
            if (!tickets || tickets.edges.length === 0) return <NoTickets />;
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

const statuses: readonly { readonly value: TicketStatus | 'ALL'; readonly label: string }[] = [
  { value: 'ALL', label: support.all },
  { value: 'PENDING', label: words.tickets.status.PENDING },
  { value: 'SUCCESS', label: words.tickets.status.SUCCESS },
];

interface StatusFilterProps {
  status: TicketStatus | null;
  onFilter: (status: TicketStatus | null) => void;
}

function StatusFilter({ status, onFilter }: StatusFilterProps) {
  return (
    <SegmentedControl
      fullWidth
      aria-label={support.filter}
      value={status ?? 'ALL'}
      data={[...statuses]}
      onChange={(chosen) => onFilter(chosen === 'ALL' ? null : chosen)}
    />
  );
}

function Chosen({ ticketId, inbox }: { ticketId: string; inbox: Inbox }): ReactNode {
  return (
    <Stack>
      <div className={classes.back}>
        <LinkButton to={inbox.addressOf(null)} quiet>
          {support.back}
        </LinkButton>
      </div>
      <TicketPanel key={ticketId} ticketId={ticketId} />
    </Stack>
  );
}

function NothingChosen() {
  return (
    <Card>
      <EmptyState title={support.nothingChosen} hint={support.nothingChosenHint} />
    </Card>
  );
}

function NoTickets() {
  return <EmptyState title={words.tickets.none} hint={support.noneHint} />;
}
