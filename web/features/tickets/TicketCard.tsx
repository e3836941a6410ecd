import type { FragmentType } from '@apollo/client/masking';
import type { ReactNode } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketCard_ticketFragment } from '../../gql/graphql.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import { TicketStatus } from './TicketStatus.tsx';
import { ticketTitle } from './ticketTitle.ts';
import classes from './TicketCard.module.css';

export const TicketCard_ticket = graphql(`
  fragment TicketCard_ticket on Ticket {
    title
    description
    status
    createdAt
    document {
      id
      ...DocumentLink_document
    }
  }
`);

/** A ticket: its subject, and whether it is resolved (green) or not (red). */
export function TicketCard({
  ticket,
  children,
}: {
  ticket: FragmentType<TicketCard_ticketFragment>;
  children?: ReactNode;
}) {
  const { data } = useFragmentData({
    fragment: TicketCard_ticket,
    fragmentName: 'TicketCard_ticket',
    from: ticket,
  });
  return (
    <Card>
      <Stack gap={8}>
        <div className={classes.head}>
          <h2 className={classes.title}>{ticketTitle(data.title)}</h2>
          <TicketStatus status={data.status} />
        </div>
        <p className={classes.description}>{data.description}</p>
        <p className={classes.at}>
          <Instant at={data.createdAt} />
        </p>
        {data.document && <DocumentLink document={data.document} />}
        {children}
      </Stack>
    </Card>
  );
}
