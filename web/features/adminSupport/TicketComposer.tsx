import { useQuery } from '@apollo/client/react';
import { SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';
import { tickets } from '#messages/tickets.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { useMessageForm } from '../tickets/useMessageForm.ts';
import { useKeys } from '../admin/useKeys.ts';
import { useMay } from '../admin/useMay.ts';
import { AttachButton } from './AttachButton.tsx';
import { fillPlaceholders } from './placeholders.ts';
import classes from './TicketComposer.module.css';
import type { PanelTicket } from './panelTicket.ts';

type Kind = 'answer' | 'note';

interface TicketComposerProps {
  ticket: PanelTicket;
  onSent: () => void;
}

/** Writes an answer to the player, or an internal note, which has a colour of its own so that neither is taken for the other. */
export function TicketComposer(props: TicketComposerProps) {
  const may = useMay();
  // Who was asked by support answers support first.
  const [kind, setKind] = useState<Kind>(may('TICKET_READ_ALL') ? 'answer' : 'note');
  const forms = useRef<Record<Kind, HTMLDivElement | null>>({ answer: null, note: null });
  const write = (what: Kind) => {
    flushSync(() => setKind(what));
    forms.current[what]?.querySelector('textarea')?.focus();
  };
  useKeys({ r: () => write('answer'), n: () => write('note') });
  return (
    <div className={`${classes.composer} ${kind === 'note' ? classes.note : ''}`}>
      <SegmentedControl
        size="xs"
        aria-label={support.kind}
        value={kind}
        data={[
          { value: 'answer', label: support.answer },
          { value: 'note', label: support.note },
        ]}
        onChange={(chosen) => setKind(chosen)}
      />
      {/* Each keeps what was typed while the other one is shown. */}
      <div hidden={kind !== 'answer'} ref={(element) => void (forms.current.answer = element)}>
        <AnswerForm {...props} />
      </div>
      <div hidden={kind !== 'note'} ref={(element) => void (forms.current.note = element)}>
        <NoteForm {...props} />
      </div>
    </div>
  );
}

function AnswerForm({ ticket, onSent }: TicketComposerProps) {
  const form = useMessageForm(ticket.id, onSent);
  const message = form.field('message');
  const insert = (text: string) => {
    const before = message.value.trimEnd();
    message.onChange(before === '' ? text : `${before}\n${text}`);
  };
  return (
    <SubmitForm element={form.element} onSubmit={form.submit}>
      <TextArea
        label={tickets.message}
        placeholder={tickets.messagePlaceholder}
        rows={2}
        maxLength={2_000}
        {...message}
      />
      <Problem text={form.problem} onDismiss={form.dismiss} />
      <div className={classes.actions}>
        <AttachButton {...form.field('document')} />
        <CannedAnswerChoice ticket={ticket} onInsert={insert} />
        <Button type="submit" loading={form.busy} className={classes.send}>
          {tickets.send}
        </Button>
      </div>
    </SubmitForm>
  );
}

const CannedAnswerChoice_Query = graphql(`
  query CannedAnswerChoice_Query {
    viewer {
      admin {
        cannedAnswers {
          id
          name
          text
        }
      }
    }
  }
`);

/** Inserts a canned answer, with its placeholders replaced; it can be edited before it is sent. */
function CannedAnswerChoice({ ticket, onInsert }: { ticket: PanelTicket; onInsert: (text: string) => void }) {
  const skip = !useMay()('CANNED_ANSWER_READ');
  const { data } = useQuery(CannedAnswerChoice_Query, { fetchPolicy: 'cache-and-network', skip });
  const answers = data?.viewer?.admin?.cannedAnswers ?? [];
  if (answers.length === 0) return null;
  const insert = (id: string) => {
    const chosen = answers.find((answer) => answer.id === id);
    const { player, title } = ticket;
    if (chosen) onInsert(fillPlaceholders(chosen.text, { name: player.name, uid: player.uid, ticket: title }));
  };
  return (
    <div className={classes.canned}>
      <SelectField
        label={support.insertCanned}
        placeholder={support.chooseCanned}
        options={answers.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={insert}
      />
    </div>
  );
}

const AddTicketNote_Mutation = graphql(`
  mutation AddTicketNote_Mutation($input: AddTicketNoteInput!) {
    addTicketNote(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

function NoteForm({ ticket, onSent }: TicketComposerProps) {
  const { act } = useAction(AddTicketNote_Mutation, {});
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? support.noteMissing : null }),
    send: async ({ text }) => {
      const added = await act({ ticketId: ticket.id, text });
      if (added.problem === null) {
        form.reset();
        showToast({ text: support.noted, tone: 'good' });
        onSent();
      }
      return added;
    },
  });
  return (
    <SubmitForm element={form.element} onSubmit={form.submit}>
      <TextArea
        label={support.noteLabel}
        placeholder={support.notePlaceholder}
        rows={2}
        maxLength={2_000}
        {...form.field('text')}
      />
      <Problem text={form.problem} onDismiss={form.dismiss} />
      <div className={classes.actions}>
        <Button type="submit" loading={form.busy} className={classes.send}>
          {support.addNote}
        </Button>
      </div>
    </SubmitForm>
  );
}

function Problem({ text, onDismiss }: { text: string | null; onDismiss: () => void }) {
  if (text === null) return null;
  return (
    <Notice tone="bad" onDismiss={onDismiss}>
      {text}
    </Notice>
  );
}
