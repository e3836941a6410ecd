import { tickets } from '#messages/tickets.ts';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { documentError } from './readDocument.ts';
import { useSendTicketMessage } from './useSendTicketMessage.ts';

const empty: { readonly message: string; readonly document: File | null } = { message: '', document: null };

/** The form of a message in a ticket's chat, with an attachment if one is chosen. It is empty again once it is sent. */
export function useMessageForm(ticketId: string, onSent: () => void) {
  const sendMessage = useSendTicketMessage(ticketId);
  const form = useForm({
    initial: empty,
    check: ({ message, document }) => ({
      message: message.trim() === '' ? tickets.messageMissing : null,
      document: documentError(document),
    }),
    send: async ({ message, document }) => {
      const answer = await sendMessage(message.trim(), document);
      if (answer.outcome === 'done') {
        form.reset();
        showToast({ text: tickets.sent, tone: 'good' });
        onSent();
      }
      return answer;
    },
  });
  return form;
}
