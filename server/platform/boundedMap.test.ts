import { expect, it } from 'vitest';
import { BoundedMap } from './boundedMap.ts';

it('drops the oldest entry when it is full', () => {
  const forgotten: [string, number][] = [];
  const map = new BoundedMap<string, number>(2, (key, value) => forgotten.push([key, value]));
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  expect(forgotten).toEqual([['a', 1]]);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([undefined, 2, 3, 2]);
});

it('counts an entry that is set again as the newest, and drops nothing for it', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.size).toBe(2);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
});

it('has room again where an entry was deleted', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect([map.delete('a'), map.delete('a')]).toEqual([true, false]);
  map.set('c', 3);
  expect([map.get('b'), map.get('c')]).toEqual([2, 3]);
  expect([map.takeOldest(), map.takeOldest(), map.takeOldest()]).toEqual([2, 3, undefined]);
  map.set('d', 4);
  map.clear();
  expect(map.size).toBe(0);
});
