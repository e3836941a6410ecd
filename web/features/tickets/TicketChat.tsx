import type { FragmentType } from '@apollo/client/masking';
import { useEffect, useRef } from 'react';
import type { ChatMessage_messageFragment } from '../../gql/graphql.ts';
import { tickets } from '#messages/tickets.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { ChatMessage } from './ChatMessage.tsx';
import classes from './TicketChat.module.css';
import { DocumentInput } from './DocumentInput.tsx';
import { useMessageForm } from './useMessageForm.ts';

interface TicketChatProps {
  ticketId: string;
  messages: readonly (FragmentType<ChatMessage_messageFragment> & { readonly id: string })[];
  /** Loads earlier messages, if there are any. */
  onEarlier?: (() => void) | undefined;
  onSent: () => void;
}

/**
 * A ticket's conversation, oldest first, and the input for new messages. New messages are announced to screen readers.
 */
export function TicketChat({ ticketId, messages, onEarlier, onSent }: TicketChatProps) {
  const newest = useRef<HTMLDivElement>(null);
  const newestId = messages.at(-1)?.id;
  useEffect(() => {
    if (newestId !== undefined) newest.current?.scrollIntoView({ block: 'nearest' });
  }, [newestId]);
  return (
    <Stack>
      {onEarlier && (
        <Button variant="subtle" onClick={onEarlier}>
          {tickets.earlier}
        </Button>
      )}
      <div role="log" aria-label={tickets.conversation}>
        <Stack gap={12}>
          {messages.length === 0 && <p>{tickets.noMessages}</p>}
          {messages.map((message) => (
            <ChatMessage key={message.id} message={message} />
          ))}
          <div ref={newest} className={classes.newest} />
        </Stack>
      </div>
      <Composer ticketId={ticketId} onSent={onSent} />
    </Stack>
  );
}

function Composer({ ticketId, onSent }: { ticketId: string; onSent: () => void }) {
  const form = useMessageForm(ticketId, onSent);
  return (
    <Card className={classes.composer}>
      <Form form={form} submit={tickets.send}>
        <TextArea
          label={tickets.message}
          placeholder={tickets.messagePlaceholder}
          rows={2}
          {...form.field('message')}
        />
        <DocumentInput {...form.field('document')} />
      </Form>
    </Card>
  );
}
