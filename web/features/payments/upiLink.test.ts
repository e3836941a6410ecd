import { expect, it } from 'vitest';
import { upiLink } from './upiLink.ts';

it('names payee and amount as UPI apps read them', () => {
  expect(upiLink({ upiId: 'play@rangoli', payeeName: 'Rangoli & Co', amount: '500.00' })).toBe(
    'upi://pay?pa=play@rangoli&pn=Rangoli%20%26%20Co&am=500.00&cu=INR',
  );
});
