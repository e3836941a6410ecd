import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { useOutcome } from './useOutcome.ts';

const gameId = 'sapreOne-202611200742';

/** The outcome shown after a round with these stakes and wins of the player. */
async function outcomeOf(viewerBetAmount: string | null, viewerWinAmount: string | null) {
  const server = new ScriptedServer();
  const { result } = renderHookApp(useOutcome, server);
  server.willAnswer({
    contest: { __typename: 'Contest', id: 'contest-1', winningNumber: 7, viewerBetAmount, viewerWinAmount },
    viewer: { __typename: 'Viewer', betsIn: [] },
  });
  await act(async () => result.current.showOutcome(gameId));
  expect(server.sent).toEqual([{ gameId }]);
  return result.current.outcome;
}

afterEach(cleanup);

it('shows the outcome of a round to a player who had a bet in it', async () => {
  expect(await outcomeOf('10.00', '96.00')).toEqual({ gameId, number: 7, stake: '10.00', back: '96.00', bets: [] });
  expect(await outcomeOf('10.00', null)).toEqual({ gameId, number: 7, stake: '10.00', back: '0.00', bets: [] });
});

it.each([null, '0.00'])('shows none to a player without a live bet: %s', async (stake) => {
  expect(await outcomeOf(stake, null)).toBeNull();
});
