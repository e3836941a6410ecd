import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { WinnerTicker } from './WinnerTicker.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent.slice(0, 1));

it('shows four wins at a time and turns every 5 s', async () => {
  vi.useFakeTimers();
  const wins = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, amount: '96.00', sample: false }));
  renderApp(<WinnerTicker wins={wins} />);
  expect(names()).toEqual(['A', 'B', 'C', 'D']);
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(names()).toEqual(['A', 'B', 'C', 'D']);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(names()).toEqual(['B', 'C', 'D', 'E']);
});
