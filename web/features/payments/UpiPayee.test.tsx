import { gql, InMemoryCache } from '@apollo/client';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ProductContext, type Product } from '../product/useProduct.ts';
import { UpiPayee } from './UpiPayee.tsx';

const real: Product = {
  name: 'Rangoli',
  slug: 'rangoli',
  playMoney: false,
  notice: 'Licence 1',
  noticeInHindi: 'Licence 1',
  sendsMail: true,
  release: '1.0.0',
};
const payee = { __typename: 'Payee', id: 'payee-1' };

function renderPayee(product: Product) {
  const cache = new InMemoryCache();
  const data = { ...payee, upiId: 'games@okbank' };
  cache.writeFragment({ fragment: gql('fragment Known on Payee { id upiId }'), data });
  renderApp(
    <ProductContext value={product}>
      <UpiPayee payee={payee as never} amount="500.00" />
    </ProductContext>,
    { cache },
  );
}

afterEach(cleanup);

it('opens a UPI app with payee and amount', async () => {
  renderPayee(real);
  const link = await screen.findByRole('link', { name: 'Pay ₹500.00 in a UPI app' });
  expect(link.getAttribute('href')).toBe('upi://pay?pa=games@okbank&pn=Rangoli&am=500.00&cu=INR');
});

it('opens none with play money, where nobody is to be paid', async () => {
  renderPayee({ ...real, playMoney: true });
  await screen.findByRole('button', { name: 'Get QR Code' });
  expect(screen.queryByRole('link')).toBeNull();
});
