import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { LastNumbers } from './LastNumbers.tsx';
import type { Decided } from './useRounds.ts';

afterEach(cleanup);

/** Decided rounds, newest first; null: one without a number. */
function listOf(numbers: readonly (number | null)[]) {
  const edges = numbers.map((winningNumber, age) => ({
    __typename: 'ContestEdge',
    node: {
      __typename: 'Contest',
      id: `contest-${numbers.length - age}`,
      gameId: `round-${numbers.length - age}`,
      period: String(numbers.length - age),
      state: winningNumber === null ? 'VOID' : 'SETTLED',
      decidedBy: 'DRAW',
      profitabilityLevel: null,
      winningNumber,
    },
  }));
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  return { contests: { __typename: 'ContestConnection', edges, pageInfo } };
}

const decided = (gameId: string, number: number | null): Decided => ({ gameId, number, spoken: null });

/** The strip, with a button for each round that is decided while it is watched. */
function Watched({ rounds }: { rounds: readonly Decided[] }) {
  const [last, setLast] = useState<Decided | null>(null);
  return (
    <>
      <LastNumbers gameType="SAPRE_HALF" decided={last} />
      {rounds.map((round) => (
        <button key={round.gameId} type="button" onClick={() => setLast(round)}>
          {round.gameId}
        </button>
      ))}
    </>
  );
}

const shown = () => {
  const label = screen.getByRole('button', { name: /how often each/i }).getAttribute('aria-label');
  return /: ([\d, ]*)\. Show/.exec(label ?? '')?.[1] ?? '';
};

it('shows the last ten numbers, without rounds that have none, and a new one before the list has it', async () => {
  const server = new ScriptedServer();
  server.willAnswer(listOf([1, null, 2, 3, 4, 5, 6, 7, 8, 9, 0]));
  renderApp(<Watched rounds={[decided('round-11', 1), decided('round-12', 7), decided('round-13', null)]} />, {
    link: server.link,
  });
  expect(shown()).toBe('');
  await expect.poll(shown).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 0');
  // The list has it already.
  screen.getByText('round-11').click();
  await expect.poll(shown).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 0');
  screen.getByText('round-12').click();
  await expect.poll(shown).toBe('7, 1, 2, 3, 4, 5, 6, 7, 8, 9');
  screen.getByText('round-13').click();
  await expect.poll(shown).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 0');
});
