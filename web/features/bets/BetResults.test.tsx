import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import type { OwnBet } from './addUp.ts';
import { BetResults } from './BetResults.tsx';

afterEach(cleanup);

const on = (number: number, payout: string | null): OwnBet => ({
  selection: { color: null, number },
  amount: '10.00',
  payout,
  cancelled: payout === null,
});

function shown(...bets: OwnBet[]): string[] {
  renderApp(<BetResults gameId="sapreHalf-202611200742" bets={bets} />);
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
}

it('tells in a sentence what a round staked, returned and changed', () => {
  shown(on(7, '96.00'), on(1, '0.00'), on(2, null));
  expect(screen.getByText('You staked ₹20, got ₹96 back: +₹76')).toBeDefined();
  cleanup();
  shown(on(1, '0.00'));
  expect(screen.getByText('You staked ₹10, nothing came back.')).toBeDefined();
  cleanup();
  shown(on(2, null));
  expect(screen.queryByText(/You staked/)).toBeNull();
});

it('folds more than three lost selections, and nothing else', () => {
  const three = [on(1, '0.00'), on(2, '0.00'), on(3, '0.00')];
  expect(shown(on(7, '96.00'), ...three)).toHaveLength(4);
  expect(screen.queryByRole('group')).toBeNull();
  cleanup();
  const rows = shown(on(7, '96.00'), ...three, on(4, '0.00'), on(5, null));
  expect(rows.map((row) => row.slice(0, 8))).toEqual([
    '₹10 on 7',
    '₹10 on 5',
    ...[1, 2, 3, 4].map((number) => `₹10 on ${number}`),
  ]);
  const folded = screen.getByRole('group');
  expect(within(folded).getByText('4 lost, ₹40')).toBeDefined();
  expect(within(folded).getAllByRole('listitem', { hidden: true })).toHaveLength(4);
});
