import { expect, it } from 'vitest';
import { chosen } from './choice.ts';

const readable = (...words: string[]) => {
  const { parts, filters, changed } = chosen(words);
  return { parts: [...parts].join(' '), filters, changed };
};

it('is everything unless something is named', () => {
  expect(readable()).toEqual({ parts: 'checks unit web api browser', filters: [], changed: false });
  expect(readable('--changed')).toEqual({ parts: 'checks unit web api browser', filters: [], changed: true });
});

it('takes names of parts, and everything else for parts of paths', () => {
  expect(readable('api', 'wallet')).toEqual({ parts: 'api', filters: ['wallet'], changed: false });
  expect(readable('checks', 'unit')).toEqual({ parts: 'checks unit', filters: [], changed: false });
});

it('leaves out the checks where only paths are named', () => {
  expect(readable('wallet')).toEqual({ parts: 'unit web api browser', filters: ['wallet'], changed: false });
});

it('refuses options that there are not', () => {
  expect(() => chosen(['--watch'])).toThrow('There is no option --watch');
});
