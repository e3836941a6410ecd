import { graphql } from '../../gql/gql.ts';
import type { TicketPanel_QueryQuery } from '../../gql/graphql.ts';

/** What support sees of a ticket. */
export const TicketPanel_Query = graphql(`
  query TicketPanel_Query($ticketId: ID!, $before: String) {
    node(id: $ticketId) {
      id
      ... on Ticket {
        id
        title
        description
        status
        createdAt
        player {
          id
          name
          uid
        }
        document {
          id
          ...DocumentLink_document
        }
        handling {
          unread
          assignee {
            id
            name
          }
          handover {
            team
            at
            admin {
              id
              name
            }
            by {
              id
              name
            }
          }
          notes {
            id
            text
            createdAt
            author {
              id
              name
            }
          }
        }
        messages(last: 30, before: $before) {
          edges {
            cursor
            node {
              id
              createdAt
              ...ChatMessage_message
            }
          }
          pageInfo {
            hasPreviousPage
            startCursor
          }
        }
      }
    }
  }
`);

export type PanelTicket = Extract<NonNullable<TicketPanel_QueryQuery['node']>, { __typename: 'Ticket' }>;
