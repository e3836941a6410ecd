import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ByDay, dayOfInstant, dayOfPeriod } from './ByDay.tsx';

afterEach(cleanup);

it('puts what belongs to one day in India under the day and its totals', () => {
  const entries = [
    { key: 'a', day: dayOfInstant('2026-11-20T18:30:00.000Z'), row: 'a deposit' },
    // Paid after midnight.
    { key: 'b', day: dayOfPeriod('202611202880'), row: 'a round' },
    { key: 'c', day: dayOfPeriod('202611202879'), row: 'another round' },
  ];
  const totals = [{ startsAt: '2026-11-19T18:30:00.000Z', staked: '1500.00', returned: '1200.00' }];
  renderApp(<ByDay label="History" entries={entries} totals={totals} />);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['21-11-26', '20-11-26']);
  expect(screen.getByText('Staked ₹1,500, returned ₹1,200').parentElement?.textContent).toContain('−₹300.00');
  const day = screen.getByRole('list', { name: 'History, 20-11-26' });
  expect(within(day).getAllByRole('listitem')).toHaveLength(2);
});
