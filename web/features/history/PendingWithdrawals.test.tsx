import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ProductContext, type Product } from '../product/useProduct.ts';
import { PendingWithdrawals } from './PendingWithdrawals.tsx';

const product: Product = {
  name: 'Rangoli',
  slug: 'rangoli',
  playMoney: true,
  notice: 'Play money: no cash value',
  noticeInHindi: 'Play money: no cash value',
  sendsMail: true,
  release: '1.0.0',
};
const asked = { id: 'w1', amount: '700.00', createdAt: '2026-11-20T08:30:00.000Z', beingChecked: false };

function renderApproved(playMoney: boolean) {
  const payoutBy = playMoney ? null : '2026-11-21T08:30:00.000Z';
  renderApp(
    <ProductContext value={{ ...product, playMoney }}>
      <PendingWithdrawals withdrawals={[{ ...asked, status: 'APPROVED', payoutBy }]} onCancel={() => undefined} />
    </ProductContext>,
  );
}

afterEach(cleanup);

it('promises the money of an approved withdrawal, which is not cancelled any more', async () => {
  renderApproved(false);
  await screen.findByText('Approved, being paid');
  expect(screen.getByText('There by', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('promises nothing with play money, of which nothing is paid out', async () => {
  renderApproved(true);
  await screen.findByText('Practice withdrawal approved');
  expect(screen.queryByText('There by', { exact: false })).toBeNull();
  expect(screen.queryByText('being paid', { exact: false })).toBeNull();
});
