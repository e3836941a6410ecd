import { expect, it } from 'vitest';
import { netOf } from './net.ts';

it.each([
  ['100.00', '140.00', '+₹40.00'],
  ['100.00', '40.00', '−₹60.00'],
  ['100.00', '100.00', '₹0.00'],
])('of %s staked and %s back is %s', (staked, returned, net) => {
  expect(netOf({ staked, returned })).toBe(net);
});
