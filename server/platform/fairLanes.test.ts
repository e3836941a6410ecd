import { expect, test } from 'vitest';
import { FairLanes } from './fairLanes.ts';

const UNBOUNDED = { most: Number.POSITIVE_INFINITY, mostOfSite: Number.POSITIVE_INFINITY };

function lanesOf(added: readonly (readonly [address: string | null, item: string])[], bounds = UNBOUNDED) {
  const lanes = new FairLanes<string>(bounds);
  const refused = added.map(([address, item]) => lanes.add(address, item)).filter((item) => item !== undefined);
  return { lanes, refused };
}

/** Everything that is left, in the order in which it is taken. */
function taken(lanes: FairLanes<string>): string[] {
  const items: string[] = [];
  for (let item = lanes.take(); item !== undefined; item = lanes.take()) items.push(item);
  expect(lanes.size).toBe(0);
  return items;
}

const sent = (address: string | null, name: string, count: number) =>
  Array.from({ length: count }, (_, at) => [address, `${name}${at + 1}`] as const);

test('addresses are served in turn, each in the order of arrival, those unknown as one', () => {
  const { lanes } = lanesOf([
    ...sent('192.0.2.1', 'a', 4),
    ...sent('192.0.2.2', 'b', 2),
    ['::ffff:192.0.2.2', 'b3'],
    ...sent(null, 'unknown', 2),
  ]);
  expect(taken(lanes)).toEqual(['a1', 'b1', 'unknown1', 'a2', 'b2', 'unknown2', 'a3', 'b3', 'a4']);
});

test('an address whose items were all taken has its next turn after the others', () => {
  const { lanes } = lanesOf([
    ['192.0.2.1', 'a1'],
    ['192.0.2.2', 'b1'],
    ['192.0.2.3', 'c1'],
  ]);
  expect(lanes.take()).toBe('a1');
  lanes.add('192.0.2.1', 'a2');
  expect(taken(lanes)).toEqual(['b1', 'c1', 'a2']);
});

test('the networks of one IPv6 site have a single turn together, and take turns within it', () => {
  const { lanes } = lanesOf([
    ...sent('2001:db8:1:1::1', 'x', 2),
    ...sent('2001:db8:1:2::1', 'y', 2),
    ['2001:db8:1:1::2', 'x3'],
    ...sent('2001:db8:2:1::1', 'z', 2),
    ...sent('192.0.2.1', 'a', 2),
  ]);
  expect(taken(lanes)).toEqual(['x1', 'z1', 'a1', 'y1', 'z2', 'a2', 'x2', 'y2', 'x3']);
});

test('above the bound of all, the newest of the address with the most has to go', () => {
  const { lanes, refused } = lanesOf(
    [...sent('192.0.2.1', 'a', 3), ['192.0.2.2', 'b1'], ['192.0.2.3', 'c1'], ['192.0.2.1', 'a4'], ['192.0.2.2', 'b2']],
    { ...UNBOUNDED, most: 4 },
  );
  // b2 would make two of b, as many as a has left.
  expect(refused).toEqual(['a3', 'a4', 'b2']);
  expect(taken(lanes)).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('an address with as many as any other loses its own newest', () => {
  const { lanes, refused } = lanesOf([...sent('192.0.2.1', 'a', 2), ...sent('192.0.2.2', 'b', 3)], {
    ...UNBOUNDED,
    most: 4,
  });
  expect(refused).toEqual(['b3']);
  expect(taken(lanes)).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('above the bound of a site, the newest of its network with the most has to go', () => {
  const { lanes, refused } = lanesOf(
    [...sent('2001:db8:1:1::1', 'x', 3), ['2001:db8:1:2::1', 'y1'], ['192.0.2.1', 'a1'], ['2001:db8:1:1::1', 'x4']],
    { ...UNBOUNDED, mostOfSite: 3 },
  );
  expect(refused).toEqual(['x3', 'x4']);
  expect(taken(lanes)).toEqual(['x1', 'a1', 'y1', 'x2']);
});

test('those of unknown addresses have the bound of all alone', () => {
  const { lanes, refused } = lanesOf([...sent(null, 'unknown', 3), ['192.0.2.1', 'a1']], { most: 3, mostOfSite: 1 });
  expect(refused).toEqual(['unknown3']);
  expect(taken(lanes)).toEqual(['unknown1', 'a1', 'unknown2']);
});
