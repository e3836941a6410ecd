import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import type { MemberTickets_memberFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './MemberTickets.module.css';
import { useMoreOf } from './useMoreOf.ts';

export const MemberTickets_member = graphql(`
  fragment MemberTickets_member on Member {
    id
    tickets(first: 10) {
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
`);

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
export function MemberTickets({ member }: { member: FragmentType<MemberTickets_memberFragment> }) {
  const { data } = useSuspenseFragment({ fragment: MemberTickets_member, from: member });
  const fetchMore = useMoreOf(MemberTickets_Query, data.id);
  const { tickets } = words.admin.detail;
  return (
    <Card title={tickets.title}>
      {data.tickets.edges.length === 0 && <p>{tickets.none}</p>}
      <List label={tickets.title}>
        {data.tickets.edges.map(({ node }) => (
          <li key={node.id}>
            <ListRow
              title={
                <Link to={paths.admin.ticket(node.id)} className={classes.link ?? ''}>
                  {node.title}
                </Link>
              }
              hint={
                <>
                  {node.description} · <Instant at={node.createdAt} />
                </>
              }
              aside={<ActivePill active={node.status === 'SUCCESS'}>{words.tickets.status[node.status]}</ActivePill>}
            />
          </li>
        ))}
      </List>
      <ShowMore pageInfo={data.tickets.pageInfo} fetchMore={fetchMore} />
    </Card>
  );
}
