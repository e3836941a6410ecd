import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { AdminAction } from '../../gql/graphql.ts';
import { Toasts } from '../../ui/Toasts.tsx';
import { MayContext } from '../admin/useMay.ts';
import { HandedOver, HandOver } from './HandOver.tsx';
import type { PanelTicket } from './panelTicket.ts';

afterEach(cleanup);

const player = { __typename: 'User', id: 'u1', name: 'Nila Bose', uid: '12345678' };
const ticket = { __typename: 'Ticket', id: 't1', title: 'UPI Payment Stuck', player } as unknown as PanelTicket;
const meera = { __typename: 'User', id: 'u2', name: 'Meera' };
const ticketTeams = [
  { __typename: 'TicketTeamMembers', team: 'FINANCE', members: [meera] },
  { __typename: 'TicketTeamMembers', team: 'GAME', members: [] },
];
const payload = (name: string) => ({ __typename: `${name}Payload`, ticket: null });
const by = { __typename: 'User', id: 'u3', name: 'Asha' } as const;
const handover = {
  __typename: 'TicketHandover',
  team: 'FINANCE',
  at: new Date().toISOString(),
  admin: null,
  by,
} as const;

function open(part: 'handOver' | 'handed', may: readonly AdminAction[] = []) {
  const server = new ScriptedServer();
  let changed = 0;
  const onChanged = () => (changed += 1);
  renderApp(
    <MayContext value={may}>
      {part === 'handOver' ? (
        <HandOver ticket={ticket} onChanged={onChanged} />
      ) : (
        <HandedOver ticketId="t1" handover={handover} onChanged={onChanged} onGone={onChanged} />
      )}
      <Toasts />
    </MayContext>,
    { link: server.link },
  );
  return { server, changed: () => changed };
}

it('hands a ticket to a team or one of it, with what is asked', async () => {
  const { server, changed } = open('handOver');
  const admin = { __typename: 'Admin', id: 'a', ticketTeams };
  server.willAnswer({ viewer: { __typename: 'Viewer', id: 'v', admin } });
  await userEvent.keyboard('h');
  await userEvent.selectOptions(await screen.findByLabelText('Who of them'), 'Meera');
  await userEvent.click(screen.getAllByRole('button', { name: 'Hand over' }).at(-1)!);
  screen.getByText('Please write what you need.');
  await userEvent.type(screen.getByLabelText('What do you need?'), 'Has it arrived?');
  server.sent.length = 0;
  server.willAnswer({ handOverTicket: payload('HandOverTicket') });
  await userEvent.click(screen.getAllByRole('button', { name: 'Hand over' }).at(-1)!);
  await waitFor(() => expect(changed()).toBe(1));
  expect(server.sent).toEqual([{ input: { ticketId: 't1', team: 'FINANCE', adminId: 'u2', text: 'Has it arrived?' } }]);
});

it('forgets who of one team when another is chosen, and tells when somebody was sooner', async () => {
  const { server, changed } = open('handOver');
  const admin = { __typename: 'Admin', id: 'a', ticketTeams };
  server.willAnswer({ viewer: { __typename: 'Viewer', id: 'v', admin } });
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await userEvent.selectOptions(await screen.findByLabelText('Who of them'), 'Meera');
  await userEvent.selectOptions(screen.getByLabelText('Team'), 'Games');
  await userEvent.type(screen.getByLabelText('What do you need?'), 'Was the round right?');
  server.sent.length = 0;
  server.willAnswer({
    handOverTicket: { __typename: 'Refusal', code: 'CHANGED_MEANWHILE', message: 'Has it.', reason: null },
  });
  await userEvent.click(screen.getAllByRole('button', { name: 'Hand over' }).at(-1)!);
  await screen.findByText('Somebody has handed this ticket over meanwhile.');
  expect(server.sent).toEqual([
    { input: { ticketId: 't1', team: 'GAME', adminId: null, text: 'Was the round right?' } },
  ]);
  expect(changed()).toBe(1);
});

it('is taken back by support with one press, and handed back by the team with what support should know', async () => {
  const support = open('handed', ['TICKET_READ_ALL', 'TICKET_HAND_BACK']);
  screen.getByText('With Finance');
  support.server.willAnswer({ handBackTicket: payload('HandBackTicket') });
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(support.changed()).toBe(1));
  expect(support.server.sent).toEqual([{ input: { ticketId: 't1', text: null } }]);
  cleanup();

  const team = open('handed', ['TICKET_HAND_BACK']);
  await userEvent.click(screen.getByRole('button', { name: 'Hand back' }));
  await userEvent.type(screen.getByLabelText('What should support know?'), 'Credited.');
  team.server.willAnswer({ handBackTicket: payload('HandBackTicket') });
  await userEvent.click(screen.getAllByRole('button', { name: 'Hand back' }).at(-1)!);
  await waitFor(() => expect(team.changed()).toBe(1));
  expect(team.server.sent).toEqual([{ input: { ticketId: 't1', text: 'Credited.' } }]);
  cleanup();

  open('handed');
  expect(screen.queryByRole('button', { name: /^(Take|Hand) back$/ })).toBeNull();
});
