import { expect, it } from 'vitest';
import { faceOf } from '../../platform/fontFaces.ts';
import { statementWords } from './statementWords.ts';

it.each(['en', 'hi'] as const)('the words of a statement have letters of some font (%s)', (language) => {
  const words = [...JSON.stringify(statementWords[language])].filter((letter) => faceOf(letter) === null);
  expect(words).toEqual([]);
});
