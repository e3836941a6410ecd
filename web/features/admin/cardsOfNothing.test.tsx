import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { KeyClashes } from '../adminAlertList/KeyClashes.tsx';
import { WaitingCard } from '../adminGames/WaitingCard.tsx';
import { PlayerSignals } from '../adminSignals/PlayerSignals.tsx';

afterEach(cleanup);

const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
const ofAdmin = (fields: object) => ({ viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', ...fields } } });
const cards: readonly [string, Card: () => ReactElement | null, nothing: Record<string, unknown>][] = [
  ['WaitingCard', WaitingCard, { waitingContests: [] }],
  ['KeyClashes', KeyClashes, ofAdmin({ transactions: { __typename: 'TransactionConnection', edges: [], pageInfo } })],
  ['PlayerSignals', () => <PlayerSignals uid="12345678" />, ofAdmin({ signals: [] })],
];

it.each(cards)(
  '%s, which is empty while there is nothing, tells when that isn’t known, and asks again',
  async (_name, Card, nothing) => {
    const server = new ScriptedServer();
    server.willAnswer('lost');
    renderApp(<Card />, { link: server.link, cache: makeCache() });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('alert').textContent).toMatch(/\w/);
    server.willAnswer(nothing);
    fireEvent.click(retry);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(server.sent).toHaveLength(2);
  },
);
