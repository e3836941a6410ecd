import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { RealityCheck } from './RealityCheck.tsx';
// Loaded before, so that no test waits for the chunk.
import './RealityCheckDialog.tsx';

afterEach(cleanup);

const figures = {
  viewer: {
    __typename: 'Viewer',
    playSafety: {
      __typename: 'PlaySafety',
      realityCheck: { __typename: 'RealityCheck', playingSince: '2026-11-20T07:00:00.000Z' },
      positions: [
        { __typename: 'PlayPosition', period: 'DAY', staked: '120.00', returned: '19.20' },
        { __typename: 'PlayPosition', period: 'WEEK', staked: '900.00', returned: '100.00' },
      ],
    },
  },
};

it('shows since when one plays, and what today cost, and is answered by playing on', async () => {
  const server = new ScriptedServer();
  server.willAnswer(figures, { answerRealityCheck: { __typename: 'AcknowledgedPayload' } });
  renderApp(<RealityCheck check={{ due: true }} />, { link: server.link });
  const dialog = await screen.findByRole('dialog', { name: 'Reality check' });
  await screen.findByText('You have been playing since 20-11-26 12:30 pm.');
  expect(dialog.textContent).toContain('You staked ₹120.00 and got ₹19.20 back.');
  expect(dialog.textContent).not.toContain('₹900');
  expect(screen.getByRole('link', { name: 'Limits and pauses' }).getAttribute('href')).toBe(
    '/account/SettingCenter/playSafely',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Play on' }));
  await expect.poll(() => server.sent.length).toBe(2);
});

it('stays until it is answered: Escape does not close it', async () => {
  const server = new ScriptedServer();
  server.willAnswer(figures);
  renderApp(<RealityCheck check={{ due: true }} />, { link: server.link });
  const dialog = await screen.findByRole('dialog', { name: 'Reality check' });
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(screen.getByRole('dialog', { name: 'Reality check' })).toBe(dialog);
  expect(server.sent).toHaveLength(1);
});

it('asks for nothing while it is not due', () => {
  const server = new ScriptedServer();
  for (const check of [{ due: false }, null, undefined])
    renderApp(<RealityCheck check={check} />, { link: server.link });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent).toEqual([]);
});
