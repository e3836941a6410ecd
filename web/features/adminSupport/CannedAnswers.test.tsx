import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { AdminAction } from '../../gql/graphql.ts';
import { MayContext } from '../admin/useMay.ts';
import { CannedAnswers } from './CannedAnswers.tsx';

afterEach(cleanup);

const greeting = {
  __typename: 'CannedAnswer',
  id: 'c1',
  name: 'Greeting',
  text: 'Hello {name}',
  version: 3,
  changedAt: '2026-11-20T06:30:00.000Z',
  changedBy: { __typename: 'User', id: 'u1', name: 'Asha' },
};

async function open(...may: AdminAction[]) {
  const server = new ScriptedServer();
  const viewer = { __typename: 'Viewer', id: 'v', admin: { __typename: 'Admin', id: 'a', cannedAnswers: [greeting] } };
  server.willAnswer({ viewer });
  renderApp(
    <MayContext value={may}>
      <CannedAnswers />
    </MayContext>,
    { link: server.link },
  );
  await screen.findByRole('heading', { name: 'Greeting' });
  server.sent.length = 0;
  return { server, viewer };
}

it('changes the version that is shown, and tells where another admin was sooner', async () => {
  const { server, viewer } = await open('CANNED_ANSWER_MANAGE');
  await userEvent.click(screen.getByRole('button', { name: 'Edit Greeting' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), ' 2');
  const refused = { __typename: 'Refusal', code: 'CHANGED_MEANWHILE', message: 'Changed.', reason: null };
  server.willAnswer({ changeCannedAnswer: refused });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Somebody has changed this answer meanwhile. Close, and look at it again.');
  expect(server.sent).toEqual([{ input: { answerId: 'c1', version: 3, name: 'Greeting 2', text: 'Hello {name}' } }]);

  server.willAnswer({ changeCannedAnswer: { __typename: 'ChangeCannedAnswerPayload' } }, { viewer });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('removes after a confirmation', async () => {
  const { server, viewer } = await open('CANNED_ANSWER_MANAGE');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Greeting' }));
  expect(server.sent).toEqual([]);
  server.willAnswer({ removeCannedAnswer: { __typename: 'RemoveCannedAnswerPayload', removedId: 'c1' } }, { viewer });
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent[0]).toEqual({ input: { answerId: 'c1', version: 3 } });
});

it('is to be read by those who may not keep them', async () => {
  await open('CANNED_ANSWER_READ');
  expect(screen.queryByRole('button')).toBeNull();
});
