import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Screen } from '../../features/shell/Screen.tsx';
import { DocumentInput } from '../../features/tickets/DocumentInput.tsx';
import { documentError } from '../../features/tickets/readDocument.ts';
import { useRaiseTicket } from '../../features/tickets/useRaiseTicket.ts';
import type { TicketType } from '../../gql/graphql.ts';
import { countWords, firstWords } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

const maxWords = 50;
const options = Object.entries(words.tickets.types).map(([value, label]) => ({ value: value as TicketType, label }));

export function RaiseTicketPage() {
  const [ticketType, setTicketType] = useState<TicketType | null>(null);
  const [description, setDescription] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<{ type?: string; description?: string }>({});
  const [message, setMessage] = useState<Message | null>(null);
  const { raiseTicket, raising } = useRaiseTicket();
  const navigate = useNavigate();

  const submit = async () => {
    const missing = {
      ...(ticketType === null ? { type: words.tickets.typeMissing } : {}),
      ...(description.trim() === '' ? { description: words.tickets.descriptionMissing } : {}),
    };
    setErrors(missing);
    if (ticketType === null || Object.keys(missing).length > 0 || raising || (file && documentError(file))) return;
    setMessage(await raiseTicket({ ticketType, description: description.trim(), file }));
  };

  const close = () => {
    const raised = message?.tone === 'good';
    setMessage(null);
    if (raised) void navigate(paths.liveChat, { replace: true });
  };

  return (
    <Screen title={words.titles.raiseTicket} backTo={paths.customerService}>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack>
            <SelectField
              label={words.tickets.type}
              placeholder={words.tickets.choose}
              options={options}
              value={ticketType}
              error={errors.type}
              onChange={setTicketType}
            />
            <TextArea
              label={words.tickets.description}
              placeholder={words.tickets.placeholder}
              description={words.tickets.wordCount(countWords(description), maxWords)}
              descriptionBelow
              rows={5}
              value={description}
              error={errors.description}
              onChange={(event) => setDescription(firstWords(event.currentTarget.value, maxWords))}
            />
            <DocumentInput file={file} onChange={setFile} />
            <PrimaryButton type="submit" loading={raising}>
              {words.tickets.submit}
            </PrimaryButton>
          </Stack>
        </form>
      </Card>
      <MessagePopup message={message} onClose={close} />
    </Screen>
  );
}
