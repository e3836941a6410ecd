import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import DepositPage from './DepositPage.tsx';

afterEach(cleanup);

it('offers six quick amounts, each of which fills in the amount', () => {
  renderApp(<DepositPage />);
  const quick = within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button');
  expect(quick.map((button) => button.textContent)).toEqual([
    '₹500',
    '₹1,000',
    '₹2,000',
    '₹5,000',
    '₹10,000',
    '₹49,999',
  ]);
  fireEvent.click(screen.getByRole('button', { name: '₹49,999' }));
  expect(screen.getByRole('button', { name: 'Recharge ₹49,999' })).toBeDefined();
});
