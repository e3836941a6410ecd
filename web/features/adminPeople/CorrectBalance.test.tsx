import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { CorrectBalance } from './CorrectBalance.tsx';

afterEach(cleanup);

async function open() {
  const server = new ScriptedServer();
  renderApp(<CorrectBalance user={{ id: 'u1', name: 'Asha' }} available="500.00" asked={1} />, { link: server.link });
  const button = screen.getByRole('button', { name: 'Correct balance' });
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  return { server, dialog: within(await screen.findByRole('dialog')) };
}

it('shows the balance after it, demands reason and evidence, and sends them with a key', async () => {
  const { server, dialog } = await open();
  await userEvent.type(dialog.getByLabelText('Amount'), '1250');
  dialog.getByText('₹500.00 → ₹1,750.00');
  await userEvent.click(dialog.getByText('Take'));
  dialog.getByText('Only ₹500.00 is available.');
  await userEvent.click(dialog.getByText('Add'));
  const confirm = dialog.getByRole('button', { name: 'Add ₹1,250' });
  await userEvent.click(confirm);
  dialog.getByText('Please give a reason of at least 10 characters.');
  dialog.getByText('Please name the evidence.');
  expect(server.sent).toEqual([]);

  await userEvent.type(dialog.getByLabelText('Reason'), 'Credited too little.');
  await userEvent.type(dialog.getByLabelText('Evidence'), 'Ticket 4711');
  const message = 'Meera has proposed this.';
  server.willAnswer({ correctBalance: { __typename: 'Refusal', code: 'ALREADY_PROPOSED', message, reason: null } });
  await userEvent.click(confirm);
  await dialog.findByText(`Error: ${message}`);

  const wallet = { __typename: 'Wallet', id: 'w1', available: '1750.00' };
  server.willAnswer({ correctBalance: { __typename: 'CorrectBalancePayload', proposed: false, wallet } });
  await userEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent[1]).toEqual({
    input: {
      userId: 'u1',
      direction: 'ADD',
      amount: '1250.00',
      reason: 'Credited too little.',
      evidence: 'Ticket 4711',
      message: null,
      idempotencyKey: expect.any(String),
    },
  });
});
