import { support } from '#messages/admin/support.ts';
import { tickets } from '#messages/tickets.ts';
import { Button } from '../../ui/Button.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ChatMessage } from '../tickets/ChatMessage.tsx';
import classes from './Conversation.module.css';
import { conversationOf } from './conversationOf.ts';
import type { PanelTicket } from './panelTicket.ts';
import { TicketDocument } from './TicketDocument.tsx';
import { useStayAtEnd } from './useStayAtEnd.ts';

/** What was written, oldest first: the description, messages, and notes between them. Scrolls by itself. */
export function Conversation({ ticket, onEarlier }: { ticket: PanelTicket; onEarlier: () => void }) {
  const { messages, handling, player } = ticket;
  const hasEarlier = messages.pageInfo.hasPreviousPage;
  const items = conversationOf(
    messages.edges.map(({ node }) => node),
    handling?.notes ?? [],
    hasEarlier,
  );
  const end = useStayAtEnd(items.at(-1)?.id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard
    <div {...end} className={classes.box} role="log" aria-label={tickets.conversation} tabIndex={0}>
      {hasEarlier ? (
        <Button variant="subtle" onClick={onEarlier}>
          {tickets.earlier}
        </Button>
      ) : (
        <article className={classes.description}>
          <p className={classes.author}>{player.name}</p>
          <p className={classes.words}>{ticket.description}</p>
          {ticket.document && <TicketDocument document={ticket.document} />}
          <p className={classes.at}>
            <Instant at={ticket.createdAt} />
          </p>
        </article>
      )}
      {items.map((item) =>
        item.__typename === 'TicketNote' ? (
          <Note key={item.id} note={item} />
        ) : (
          <ChatMessage key={item.id} message={item} forSupport Attachment={TicketDocument} />
        ),
      )}
    </div>
  );
}

type NoteItem = NonNullable<PanelTicket['handling']>['notes'][number];

function Note({ note: { author, text, createdAt } }: { note: NoteItem }) {
  return (
    <article className={classes.note}>
      <p className={classes.author}>{support.noteBy(author.name)}</p>
      <p className={classes.words}>{text}</p>
      <p className={classes.at}>
        <Instant at={createdAt} />
      </p>
    </article>
  );
}
