import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Screen } from '../../features/shell/Screen.tsx';
import { DocumentInput } from '../../features/tickets/DocumentInput.tsx';
import { documentError } from '../../features/tickets/readDocument.ts';
import { useRaiseTicket } from '../../features/tickets/useRaiseTicket.ts';
import type { TicketType } from '../../gql/graphql.ts';
import { countWords, firstWords } from '../../lib/text.ts';
import { tickets } from '#messages/tickets.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useForm } from '../../ui/useForm.ts';

const maxWords = 50;
const options = Object.entries(tickets.types).map(([value, label]) => ({ value: value as TicketType, label }));

interface NewTicket {
  readonly ticketType: TicketType | null;
  readonly description: string;
  readonly document: File | null;
}

const empty: NewTicket = { ticketType: null, description: '', document: null };

export default function RaiseTicketPage() {
  const [message, setMessage] = useState<Message | null>(null);
  const raiseTicket = useRaiseTicket();
  const navigate = useNavigate();
  const form = useForm({
    initial: empty,
    check: ({ ticketType, description, document }) => ({
      ticketType: ticketType === null ? tickets.typeMissing : null,
      description: description.trim() === '' ? tickets.descriptionMissing : null,
      document: documentError(document),
    }),
    send: async ({ ticketType, description, document }) => {
      if (ticketType === null) return { problem: null };
      const answer = await raiseTicket({ ticketType, description: description.trim() }, document);
      if (answer.outcome === 'done') setMessage({ text: tickets.success, tone: 'good' });
      return answer;
    },
  });
  const description = form.field('description');
  const close = () => {
    setMessage(null);
    void navigate(paths.liveChat, { replace: true });
  };

  return (
    <Screen title={titles.raiseTicket} backTo={paths.customerService}>
      <Card>
        <Form form={form} submit={tickets.submit}>
          <SelectField
            label={tickets.type}
            placeholder={tickets.choose}
            options={options}
            {...form.field('ticketType')}
          />
          <TextArea
            label={tickets.description}
            placeholder={tickets.placeholder}
            description={tickets.wordCount(countWords(description.value), maxWords)}
            descriptionBelow
            rows={5}
            {...description}
            onChange={(typed) => description.onChange(firstWords(typed, maxWords))}
          />
          <DocumentInput {...form.field('document')} />
        </Form>
      </Card>
      <MessagePopup message={message} onClose={close} />
    </Screen>
  );
}
