import { expect, it } from 'vitest';
import { neighbour } from './rowFocus.ts';

const list = [{ id: '0' }, { id: '1' }, { id: '2' }];

it('moves within the list, and enters it at its beginning', () => {
  expect(neighbour(list, '0', 1)).toBe('1');
  expect(neighbour(list, '0', -1)).toBe('0');
  expect(neighbour(list, '2', 1)).toBe('2');
  expect(neighbour(list, null, -1)).toBe('0');
  expect(neighbour([], null, 1)).toBeNull();
});
