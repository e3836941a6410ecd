import { expect, it } from 'vitest';
import { network, site } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['1::2:3:4:5:6', '1:0:0:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  // Not an IPv4-mapped address.
  ['2001:db8::ffff:1:2', '2001:db8:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(network(address)).toBe(expected);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
])('the site of %s is %s', (address, expected) => {
  expect(site(address)).toBe(expected);
});
