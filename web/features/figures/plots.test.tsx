import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BalancePlot } from './BalancePlot.tsx';
import { DrawPlot } from './DrawPlot.tsx';
import { SelectionPlot } from './SelectionPlot.tsx';

const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent),
    );

it('draws the balance, and says it in words and as a table', () => {
  const days = [
    { day: '2026-11-18', balance: '1000.00' },
    { day: '2026-11-19', balance: '250.50' },
    { day: '2026-11-20', balance: '123456.00' },
  ];
  render(<BalancePlot days={days} />);
  const summary = 'From ₹1,000 on 18-11-26 to ₹1,23,456 on 20-11-26; lowest ₹250.50, highest ₹1,23,456.';
  expect(screen.getByRole('img', { name: `Balance over time. ${summary}` })).toBeDefined();
  expect(screen.getByText(summary)).toBeDefined();
  expect(cellsOf('Balance over time')).toEqual([
    ['20-11-26', '₹1,23,456.00'],
    ['19-11-26', '₹250.50'],
    ['18-11-26', '₹1,000.00'],
  ]);
});

it('draws a balance that never changed', () => {
  const { container } = render(
    <BalancePlot
      days={[
        { day: '2026-11-19', balance: '0.00' },
        { day: '2026-11-20', balance: '0.00' },
      ]}
    />,
  );
  expect(container.querySelector('polyline')?.getAttribute('points')).not.toMatch(/NaN|Infinity/);
});

it('draws the draws against what chance expects', () => {
  const counts = [100, 90, 110, 100, 100, 100, 100, 100, 95, 105];
  const { container } = render(<DrawPlot counts={counts} />);
  expect(
    screen.getByRole('img', {
      name: /In 1000 fair draws each number came 90 to 110 times\. Chance expects about 100 /,
    }),
  ).toBeDefined();
  expect(cellsOf('How often each number came')[2]).toEqual(['2', '110', '100.0']);
  // 0 and 5 in two colours, and the usual range.
  expect(container.querySelectorAll('rect')).toHaveLength(13);
});

it('draws bets by selection', () => {
  const figures = [
    { selection: { color: null, number: 7 }, bets: 2, staked: '20.00', returned: '96.00' },
    { selection: { color: 'GREEN' as const, number: null }, bets: 1, staked: '100.00', returned: '0.00' },
  ];
  render(<SelectionPlot figures={figures} />);
  expect(screen.getByRole('img', { name: 'Your bets by selection. 3 bets: ₹120 staked, ₹96 back.' })).toBeDefined();
  expect(cellsOf('Your bets by selection')).toEqual([
    ['7', '₹20.00', '₹96.00'],
    ['● Green', '₹100.00', '₹0.00'],
  ]);
});
