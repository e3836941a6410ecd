import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { AdminAction } from '../../gql/graphql.ts';
import { MayContext } from '../admin/useMay.ts';
import { TicketComposer } from './TicketComposer.tsx';
import type { PanelTicket } from './panelTicket.ts';

afterEach(cleanup);

const player = { __typename: 'User', id: 'u1', name: 'Nila Bose', uid: '12345678' };
const ticket = { __typename: 'Ticket', id: 't1', title: 'UPI Payment Stuck', player } as unknown as PanelTicket;
const text = 'Hello {name}, UID {uid}: “{ticket}”';
const cannedAnswers = [{ __typename: 'CannedAnswer', id: 'c1', name: 'Greeting', text }];

const ofSupport: readonly AdminAction[] = ['TICKET_READ_ALL', 'CANNED_ANSWER_READ'];

async function open(may = ofSupport) {
  const server = new ScriptedServer();
  const admin = { __typename: 'Admin', id: 'a', cannedAnswers };
  server.willAnswer({ viewer: { __typename: 'Viewer', id: 'v', admin } });
  let sent = 0;
  renderApp(
    <MayContext value={may}>
      <TicketComposer ticket={ticket} onSent={() => (sent += 1)} />
    </MayContext>,
    { link: server.link },
  );
  if (may === ofSupport) await screen.findByLabelText('Canned answer');
  server.sent.length = 0;
  return { server, sent: () => sent };
}

it('inserts a canned answer below what was typed, with its placeholders replaced, and sends what was edited', async () => {
  const { server, sent } = await open();
  const message = screen.getByLabelText('Message');
  await userEvent.type(message, 'Good morning. ');
  await userEvent.selectOptions(screen.getByLabelText('Canned answer'), 'Greeting');
  const inserted = 'Good morning.\nHello Nila Bose, UID 12345678: “UPI Payment Stuck”';
  expect(message).toHaveProperty('value', inserted);
  await userEvent.type(message, ' is solved.');
  server.willAnswer({ sendTicketMessage: { __typename: 'SendTicketMessagePayload', ticket: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await waitFor(() => expect(sent()).toBe(1));
  expect(server.sent).toEqual([
    { input: { ticketId: 't1', message: `${inserted} is solved.`, document: null, documentName: null } },
  ]);
  expect(message).toHaveProperty('value', '');
});

it('writes a note by another button, and keeps the answer that was begun', async () => {
  const { server, sent } = await open();
  await userEvent.type(screen.getByLabelText('Message'), 'Begun');
  await userEvent.click(screen.getByText('Internal note'));
  expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  screen.getByText('Please write a note.');
  await userEvent.type(screen.getByLabelText('Note, for staff only'), 'A mule?');
  server.willAnswer({ addTicketNote: { __typename: 'AddTicketNotePayload' } });
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sent()).toBe(1));
  expect(server.sent).toEqual([{ input: { ticketId: 't1', text: 'A mule?' } }]);
  await userEvent.click(screen.getByText('Answer to the player'));
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Begun');
});

it('begins with a note for a team, which asks for no canned answers', async () => {
  const { server } = await open(['TICKET_ANSWER', 'TICKET_NOTE']);
  expect(screen.getByRole('button', { name: 'Add note' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull();
  expect(server.sent).toEqual([]);
});

it('opens either field by its key, unless something is typed in', async () => {
  await open();
  await userEvent.keyboard('n');
  const note = screen.getByLabelText('Note, for staff only');
  expect(document.activeElement).toBe(note);
  await userEvent.keyboard('r');
  expect(note).toHaveProperty('value', 'r');
  note.blur();
  await userEvent.keyboard('r');
  expect(document.activeElement).toBe(screen.getByLabelText('Message'));
});
