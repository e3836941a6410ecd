import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { FinishedGame } from './FinishedGame.tsx';

afterEach(cleanup);

const round = (place: number, betAmount: string, winAmount: string) => ({
  betAmount,
  winAmount,
  settledAt: '2026-11-20T06:52:00.000Z',
  bets: [
    { selection: { color: 'GREEN' as const, number: null }, amount: betAmount, payout: winAmount, cancelled: false },
  ],
  contest: {
    gameId: `sapreHalf-20261120074${place}`,
    period: `20261120074${place}`,
    gameType: 'SAPRE_HALF' as const,
    winningNumber: 4,
  },
});

it('shows what each round changed, what was bet, and leads to the round', () => {
  renderApp(
    <>
      <FinishedGame result={round(1, '500.00', '1000.00')} />
      <FinishedGame result={round(2, '60.00', '40.00')} />
      <FinishedGame result={round(3, '20.00', '0.00')} />
    </>,
  );
  const [won, back, lost] = screen.getAllByRole('link');
  for (const text of [
    '+₹500.00',
    'You Won',
    'Staked ₹500, got ₹1,000 back',
    '₹500\u00a0on\u00a0● Green',
    'The result is 4, Green.',
  ]) {
    expect(won?.textContent).toContain(text);
  }
  expect(won?.getAttribute('href')).toBe('/fairness/sapreHalf-202611200741');
  expect(back?.textContent).toContain('−₹20.00');
  expect(back?.textContent).toContain('₹40 back of ₹60');
  expect(back?.textContent).not.toMatch(/won/i);
  for (const text of ['−₹20.00', 'You lost', 'Staked ₹20']) expect(lost?.textContent).toContain(text);
});

it('says that the bets of a round of long ago are archived', () => {
  renderApp(<FinishedGame result={{ ...round(1, '500.00', '1000.00'), bets: [] }} />);
  expect(screen.getByRole('link').textContent).toContain('Its single bets are archived.');
  expect(screen.getByRole('link').textContent).toContain('+₹500.00');
});
