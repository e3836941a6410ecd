import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';
import { tickets as ticketsWords } from '#messages/tickets.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import { TicketTitleLink } from './TicketTitleLink.tsx';

const MemberTickets_Query = graphql(`
  query MemberTickets_Query($memberId: ID!, $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        tickets(first: 10, after: $after) {
          edges {
            cursor
            node {
              id
              title
              description
              status
              createdAt
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

/** A player's tickets, newest first, each a link to its chat. */
export function MemberTickets({ memberId }: { memberId: string }) {
  const answer = useQuery(MemberTickets_Query, { variables: { memberId }, fetchPolicy: 'cache-and-network' });
  const { tickets } = detail;
  return (
    <Card title={tickets.title}>
      <QueryBoundary of={answer}>
        {({ node }) => {
          if (node?.__typename !== 'Member' || node.tickets === null) return null;
          return (
            <>
              {node.tickets.edges.length === 0 && <p>{tickets.none}</p>}
              <List label={tickets.title}>
                {node.tickets.edges.map(({ node: ticket }) => (
                  <li key={ticket.id}>
                    <ListRow
                      title={<TicketTitleLink id={ticket.id} text={ticket.title} />}
                      hint={
                        <>
                          {ticket.description} · <Instant at={ticket.createdAt} />
                        </>
                      }
                      aside={
                        <ActivePill active={ticket.status === 'SUCCESS'}>
                          {ticketsWords.status[ticket.status]}
                        </ActivePill>
                      }
                    />
                  </li>
                ))}
              </List>
              <ShowMore pageInfo={node.tickets.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}
