import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ChatMessage_messageFragment } from '../../gql/graphql.ts';
import { tickets } from '#messages/tickets.ts';
import { Instant } from '../../ui/Instant.tsx';
import classes from './ChatMessage.module.css';
import { DocumentLink } from './DocumentLink.tsx';

export const ChatMessage_message = graphql(`
  fragment ChatMessage_message on TicketMessage {
    mine
    message
    createdAt
    author {
      id
      name
      userType
    }
    document {
      id
      ...DocumentLink_document
    }
  }
`);

interface ChatMessageProps {
  message: FragmentType<ChatMessage_messageFragment>;
  /** Shown to support: answers of all admins are at the right, by name. */
  forSupport?: boolean;
  /** Shows what was sent with it. */
  Attachment?: typeof DocumentLink;
}

/** A message of a ticket's chat: the user's own at the right. Admins are shown to players as Support, players by name. */
export function ChatMessage({ message, forSupport = false, Attachment = DocumentLink }: ChatMessageProps) {
  const { data } = useFragmentData({
    fragment: ChatMessage_message,
    fragmentName: 'ChatMessage_message',
    from: message,
  });
  const { mine, author, createdAt } = data;
  const byAdmin = author.userType === 'ADMIN';
  const other = byAdmin && !forSupport ? tickets.support : author.name;
  const atRight = forSupport ? byAdmin : mine;
  return (
    <article className={`${classes.message} ${atRight ? classes.mine : classes.theirs}`}>
      <p className={classes.author}>{mine ? tickets.you : other}</p>
      <p>{data.message}</p>
      {data.document && <Attachment document={data.document} />}
      <p className={classes.at}>
        <Instant at={createdAt} />
      </p>
    </article>
  );
}
