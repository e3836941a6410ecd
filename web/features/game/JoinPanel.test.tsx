import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import type { PayoutRow } from '../bets/payouts.ts';
import type { Choice } from '../bets/selections.ts';
import { useStake } from '../bets/useStake.ts';
import { JoinPanel } from './JoinPanel.tsx';

afterEach(cleanup);

const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const payoutTable: PayoutRow[] = [
  ...(['GREEN', 'VIOLET', 'RED'] as const).map((color) => ({
    selection: { color, number: null },
    numbers: [{ number: 5, basisPoints: 20_000 }],
  })),
  ...all.map((number) => ({ selection: { color: null, number }, numbers: [{ number, basisPoints: 96_000 }] })),
];

function renderPanel({
  closedReason = null as string | null,
  staked = (_choice: Choice): bigint => 0n,
  winner = null as number | null,
} = {}) {
  const onJoin = vi.fn<(choice: Choice) => void>();
  const stake = renderHookApp(useStake, new ScriptedServer()).result.current;
  renderApp(
    <JoinPanel
      closedReason={closedReason}
      payoutTable={payoutTable}
      stake={stake}
      staked={staked}
      news={null}
      winner={winner}
      onJoin={onJoin}
    />,
  );
  return onJoin;
}

const joins = () => screen.getAllByRole('button', { name: /^Join/ });

it('takes a press while bets are taken, and none afterwards, though the buttons stay focusable', () => {
  const onJoin = renderPanel();
  joins().forEach((button) => fireEvent.click(button));
  expect(onJoin.mock.calls.flat()).toEqual([
    ...['GREEN', 'VIOLET', 'RED'].map((color) => ({ color })),
    ...all.map((number) => ({ number })),
  ]);
  cleanup();
  const closed = renderPanel({ closedReason: 'Betting is closed.' });
  for (const button of joins()) {
    expect(button.getAttribute('aria-disabled')).toBe('true');
    button.focus();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
  }
  expect(closed).not.toHaveBeenCalled();
});

it('shows what is staked as a chip, with the whole amount in the description', () => {
  renderPanel({ staked: (choice) => ('number' in choice && choice.number === 7 ? 1_250_050n : 0n) });
  expect(screen.getAllByText(/k$/).map(({ textContent }) => textContent)).toEqual(['₹12.5k']);
  const seven = screen.getByRole('button', { name: 'Join number 7' });
  expect(seven.getAttribute('aria-description')).toMatch(/^Your stake: ₹12,500\.50\. /);
});

it('marks the number that has won, and its colours', () => {
  renderPanel({ winner: 5 });
  const decided = new Map(joins().map((button) => [button.getAttribute('aria-label'), button.className.trim()]));
  cleanup();
  renderPanel();
  const marked = joins().filter((button) => decided.get(button.getAttribute('aria-label')) !== button.className.trim());
  expect(marked.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Join Violet',
    'Join Red',
    'Join number 5',
  ]);
});
