import type { FragmentType } from '@apollo/client/masking';
import { useState } from 'react';
import type { ChatMessage_messageFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ChatMessage } from './ChatMessage.tsx';
import { DocumentInput } from './DocumentInput.tsx';
import { documentError } from './readDocument.ts';
import { useSendTicketMessage } from './useSendTicketMessage.ts';

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
  return (
    <Stack>
      {onEarlier && (
        <Button variant="subtle" onClick={onEarlier}>
          {words.tickets.earlier}
        </Button>
      )}
      <div role="log" aria-label={words.tickets.conversation}>
        <Stack gap={12}>
          {messages.length === 0 && <p>{words.tickets.noMessages}</p>}
          {messages.map((message) => (
            <ChatMessage key={message.id} message={message} />
          ))}
        </Stack>
      </div>
      <Composer ticketId={ticketId} onSent={onSent} />
    </Stack>
  );
}

function Composer({ ticketId, onSent }: { ticketId: string; onSent: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { sendMessage, sending } = useSendTicketMessage(ticketId);

  const send = async () => {
    const missing = text.trim() === '' ? words.tickets.messageMissing : null;
    setError(missing);
    if (missing || sending || (file && documentError(file))) return;
    const refused = await sendMessage(text.trim(), file);
    setProblem(refused);
    if (refused !== null) return;
    setText('');
    setFile(null);
    showToast({ text: words.tickets.sent, tone: 'good' });
    onSent();
  };

  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap={12}>
          <TextArea
            label={words.tickets.message}
            placeholder={words.tickets.messagePlaceholder}
            rows={3}
            value={text}
            error={error}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <DocumentInput file={file} onChange={setFile} />
          {problem && <Notice tone="bad">{problem}</Notice>}
          <PrimaryButton type="submit" loading={sending}>
            {words.tickets.send}
          </PrimaryButton>
        </Stack>
      </form>
    </Card>
  );
}
