import { expect, it } from 'vitest';
import { Outputs } from './outputs.ts';

it('passes on the first output as it comes, and holds the others until it has ended', () => {
  let printed = '';
  const outputs = new Outputs((text) => (printed += text));
  const [first, second, third] = [outputs.open(), outputs.open(), outputs.open()];
  second.write('b1 ');
  first.write('a1 ');
  third.write('c1 ');
  third.end();
  expect(printed).toBe('a1 ');
  first.write('a2 ');
  expect(printed).toBe('a1 a2 ');
  first.end();
  expect(printed).toBe('a1 a2 b1 ');
  second.write('b2 ');
  expect(printed).toBe('a1 a2 b1 b2 ');
  second.end();
  expect(printed).toBe('a1 a2 b1 b2 c1 ');
});
