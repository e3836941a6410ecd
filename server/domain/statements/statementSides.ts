import type { ReadLine } from './statementLine.ts';

type Side = ReadLine['direction'];

const words: Readonly<Record<Side, readonly string[]>> = {
  credit: ['c', 'cr', 'credit', 'credited', 'deposit', 'deposited', 'in', 'received', '+', 'जमा', 'क्रेडिट'],
  debit: [
    'd',
    'dr',
    'debit',
    'debited',
    'withdrawal',
    'withdrawn',
    'out',
    'paid',
    '-',
    'नामे',
    'निकासी',
    'आहरण',
    'डेबिट',
  ],
};

/** The side that a word names, alone and whole; null for any other text. */
export function readSide(text: string): Side | null {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/^[([]|[)\].]+$/g, '')
    .replace('\u2212', '-');
  if (words.credit.includes(word)) return 'credit';
  return words.debit.includes(word) ? 'debit' : null;
}
