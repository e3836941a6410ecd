import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { AdminAction } from '../../gql/graphql.ts';
import { Toasts } from '../../ui/Toasts.tsx';
import { MayContext } from '../admin/useMay.ts';
import { Assignee } from './Assignee.tsx';

afterEach(cleanup);

const asha = { __typename: 'User', id: 'u1', name: 'Asha' };
const ravi = { __typename: 'User', id: 'u2', name: 'Ravi' };

function open(assignee: typeof asha | null, may: readonly AdminAction[] = ['TICKET_ASSIGN']) {
  const server = new ScriptedServer();
  const admin = { __typename: 'Admin', id: 'a', supportStaff: [asha, ravi] };
  server.willAnswer({ viewer: { __typename: 'Viewer', id: 'v', user: asha, admin } });
  let held = 0;
  renderApp(
    <MayContext value={may}>
      <Assignee ticketId="t1" assignee={assignee} onHeld={() => (held += 1)} />
      <Toasts />
    </MayContext>,
    { link: server.link },
  );
  return { server, held: () => held };
}

it('takes a ticket that nobody has, and tells who was sooner', async () => {
  const { server, held } = open(null);
  const take = await screen.findByRole('button', { name: 'Take' });
  server.sent.length = 0;
  server.willAnswer({
    assignTicket: { __typename: 'TicketHeld', code: 'TICKET_HELD', message: 'Held.', holder: ravi },
  });
  await userEvent.click(take);
  await screen.findByText('Ravi has this ticket already.');
  expect(server.sent).toEqual([{ input: { ticketId: 't1', assigneeId: 'u1', holderId: null } }]);
  await waitFor(() => expect(held()).toBe(1));
});

it('passes it on and releases it, naming who has it', async () => {
  const { server } = open(asha);
  const choice = screen.getByLabelText('Assigned to');
  await waitFor(() => expect(choice).toHaveProperty('disabled', false));
  expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
  server.sent.length = 0;
  const handling = { __typename: 'TicketHandling', assignee: ravi };
  server.willAnswer(
    { assignTicket: { __typename: 'AssignTicketPayload', ticket: { __typename: 'Ticket', id: 't1', handling } } },
    { assignTicket: { __typename: 'AssignTicketPayload', ticket: { __typename: 'Ticket', id: 't1', handling } } },
  );
  await userEvent.selectOptions(choice, 'Ravi');
  await waitFor(() => expect(choice).toHaveProperty('disabled', false));
  await userEvent.selectOptions(choice, 'Nobody');
  expect(server.sent).toEqual([
    { input: { ticketId: 't1', assigneeId: 'u2', holderId: 'u1' } },
    { input: { ticketId: 't1', assigneeId: null, holderId: 'u1' } },
  ]);
});

it('is words for those who may not assign', () => {
  open(ravi, []);
  screen.getByText('Ravi has it');
  expect(screen.queryByLabelText('Assigned to')).toBeNull();
});
