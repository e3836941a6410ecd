import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAnswer, encodeAnswer } from './answers.ts';

const leaf = fc.oneof(
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.string().filter((text) => !text.startsWith('$') && text !== '__proto__');
const answer = fc.dictionary(name, fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf)));

it('gives back through JSON exactly what it was given', () => {
  fc.assert(
    fc.property(answer, (value) => {
      const stored: unknown = JSON.parse(JSON.stringify(encodeAnswer(value)));
      expect(decodeAnswer(stored)).toEqual(value);
    }),
  );
});
