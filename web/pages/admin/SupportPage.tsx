import { useQuery } from '@apollo/client/react';
import { ActionIcon } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import { useRef, useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { KeysHelp } from '../../features/admin/KeysHelp.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { useMay } from '../../features/admin/useMay.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { InboxFilters } from '../../features/adminSupport/InboxFilters.tsx';
import { TicketPanel } from '../../features/adminSupport/TicketPanel.tsx';
import { TicketRow } from '../../features/adminSupport/TicketRow.tsx';
import { useInbox, type Inbox } from '../../features/adminSupport/useInbox.ts';
import { useInboxKeys } from '../../features/adminSupport/useInboxKeys.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { useHandedTickets } from '../../features/tickets/useHandedTickets.ts';
import { useTicketChanged } from '../../features/tickets/useTicketChanged.ts';
import { graphql } from '../../gql/gql.ts';
import { queue } from '#messages/admin/queue.ts';
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
    $handed: TicketHanded
    $search: String
    $order: TicketOrder!
    $after: String
  ) {
    viewer {
      admin {
        tickets(
          status: $status
          assignment: $assignment
          unread: $unread
          handed: $handed
          search: $search
          order: $order
          first: 20
          after: $after
        ) {
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
  const may = useMay();
  const [helping, setHelping] = useState(false);
  const help = () => setHelping(true);
  return (
    <AdminPage
      title={support.title}
      actions={
        <>
          <ActionIcon variant="raised" size={48} aria-label={queue.keys.title} onClick={help}>
            <IconKeyboard size={20} aria-hidden />
          </ActionIcon>
          {may('CANNED_ANSWER_READ') && (
            <LinkButton quiet to={paths.admin.cannedAnswers}>
              {support.canned.title}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={`${classes.inbox} ${ticketId === null ? '' : classes.chosen}`}>
        <div className={classes.list}>
          <TicketList inbox={inbox} onHelp={help} />
        </div>
        <section className={classes.panel} aria-label={ticketsWords.conversation}>
          {ticketId === null ? (
            <NothingChosen />
          ) : (
            <TicketPanel key={ticketId} ticketId={ticketId} listAddress={inbox.addressOf(null)} />
          )}
        </section>
      </div>
      <KeysHelp list={support.keys} opened={helping} onClose={() => setHelping(false)} />
    </AdminPage>
  );
}

function TicketList({ inbox, onHelp }: { inbox: Inbox; onHelp: () => void }) {
  const search = useRef<HTMLInputElement>(null);
  const may = useMay();
  const answer = useQuery(SupportPage_Query, {
    variables: { ...inbox.filter, search: inbox.filter.search || null, order: inbox.order },
    fetchPolicy: 'cache-and-network',
  });
  const refetchInbox = useRefetchSoon(answer.refetch);
  useTicketChanged(null, refetchInbox);
  useHandedTickets(refetchInbox, may('TICKET_READ_ALL') || !may('TICKET_READ_HANDED'));
  const listed = answer.data?.viewer?.admin?.tickets?.edges.map(({ node }) => node) ?? [];
  useInboxKeys({ inbox, tickets: listed, onSearch: () => search.current?.focus(), onHelp });
  return (
    <Card>
      <Stack gap={12}>
        <InboxFilters inbox={inbox} search={search} />
        <QueryBoundary of={keepPreviousData(answer)}>
          {({ viewer }) => {
            const tickets = viewer?.admin?.tickets;
            if (!tickets || tickets.edges.length === 0) return <NoTickets filtered={isFiltered(inbox)} />;
            return (
              <>
                <ul aria-label={support.tickets} className={classes.tickets}>
                  {tickets.edges.map(({ node }) => (
                    <li key={node.id}>
                      <TicketRow
                        id={node.id}
                        ticket={node}
                        to={inbox.addressOf(node.id)}
                        current={node.id === inbox.ticketId}
                      />
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
  const may = useMay();
  if (filtered) return <EmptyState title={support.noneFound} hint={support.noneFoundHint} />;
  if (!may('TICKET_READ_ALL')) return <EmptyState title={support.noneHanded} hint={support.noneHandedHint} />;
  return <EmptyState title={ticketsWords.none} hint={support.noneHint} />;
}
