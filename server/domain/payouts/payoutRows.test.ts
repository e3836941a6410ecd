import { describe, expect, it } from 'vitest';
import { paise } from '../ground/values/money.ts';
import { checkLayout, type PayoutColumn, type PayoutLayout } from './payoutLayout.ts';
import { letterName, lettersOutside } from './payoutLetters.ts';
import { problemsOf, type FilePayout } from './payoutRows.ts';

const column = (content: PayoutColumn['content'], most: number | null = null): PayoutColumn => ({
  heading: content,
  content,
  text: null,
  most,
});

const layout: PayoutLayout = {
  format: 'csv',
  letters: 'swift',
  delimiter: 'semicolon',
  firstLine: null,
  headings: true,
  dateStyle: 'slashes',
  modes: { sameBank: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
  columns: [column('code'), column('amount'), column('accountNumber'), column('ifscCode'), column('holderName', 20)],
};

const asha: FilePayout = {
  code: 'RP1',
  amount: paise(50_000n),
  upiId: null,
  accountNumber: '50100123456789',
  ifscCode: 'HDFC0001234',
  accountHolderName: 'Asha Rao',
};
const named = (accountHolderName: string): FilePayout => ({ ...asha, accountHolderName });
const toUpi: FilePayout = {
  ...asha,
  upiId: 'asha@okhdfc',
  accountNumber: null,
  ifscCode: null,
  accountHolderName: null,
};

describe('letters that a bank doesn’t take', () => {
  it.each([
    ['letters', 'Asha Rao 2', []],
    ['letters', "D'Souza & Sons", ["'", '&']],
    ['swift', "D'Souza (P.) Ltd + Co, 1/2: ok?", []],
    ['swift', 'Asha_Rao & José', ['_', '&', 'é']],
    // A consonant with its vowel sign is one letter to a reader.
    ['swift', 'आशा राव', ['आ', 'शा', 'रा', 'व']],
    ['ascii', 'Asha <Rao> ~', []],
    ['ascii', 'Asha\u00a0Rao', ['\u00a0']],
    ['any', 'आशा राव é', []],
    ['any', 'Asha\u200bRao', ['\u200b']],
  ] as const)('of %s in %j are %j', (set, text, expected) => {
    expect(lettersOutside(text, set)).toEqual(expected);
  });

  it('are named as they are read, and invisible ones by their code', () => {
    expect(['शा', 'é', '\u00a0', '\u200b'].map(letterName)).toEqual(['शा', 'é', 'U+00A0', 'U+200B']);
  });
});

describe('what keeps a payout out of the bank’s file', () => {
  it('is nothing for what the bank takes', () => {
    expect(problemsOf(asha, layout)).toEqual([]);
    expect(problemsOf(named('आशा'), { ...layout, letters: 'any' })).toEqual([]);
    expect(
      problemsOf({ ...asha, ifscCode: 'HDFC0001234' }, { ...layout, format: 'pain_001_001_03', columns: [] }),
    ).toEqual([]);
  });

  it('names the field and the letters', () => {
    expect(problemsOf(named('Asha & José'), layout)).toEqual([
      { field: 'holderName', letters: ['&', 'é'], text: 'The holder’s name has what the bank doesn’t take: & é' },
    ]);
    expect(problemsOf(named('Asha & Co'), { ...layout, format: 'pain_001_001_09', columns: [] })).toMatchObject([
      { field: 'holderName', letters: ['&'] },
    ]);
  });

  it('is the delimiter and a quote in a CSV, and what a spreadsheet takes for a formula', () => {
    const ascii = { ...layout, letters: 'ascii' } as const;
    expect(problemsOf(named('Rao; Asha "A"'), ascii)).toMatchObject([{ letters: [';', '"'] }]);
    expect(problemsOf(named('Rao; Asha "A"'), { ...ascii, format: 'xlsx' })).toEqual([]);
    expect(problemsOf(named('=1+1'), { ...ascii, format: 'xlsx' })).toMatchObject([
      { field: 'holderName', letters: ['='] },
    ]);
    expect(problemsOf(named('+Asha'), layout)).toMatchObject([{ letters: ['+'] }]);
  });

  it('is a text that is too long, or is no account', () => {
    expect(problemsOf(named('Asha Rao Asha Rao Asha'), layout)).toMatchObject([
      { field: 'holderName', letters: [], text: 'The holder’s name has 22 characters, the bank takes 20.' },
    ]);
    expect(problemsOf({ ...asha, accountNumber: '12AB5678' }, layout)).toMatchObject([{ field: 'accountNumber' }]);
    expect(problemsOf({ ...asha, ifscCode: 'HDFC1234' }, layout)).toMatchObject([{ field: 'ifscCode' }]);
  });

  it('is a file without a place for its account', () => {
    expect(problemsOf(toUpi, layout)).toMatchObject([{ field: 'upiId', letters: [] }]);
    expect(problemsOf(toUpi, { ...layout, format: 'pain_001_001_03', columns: [] })).toMatchObject([
      { field: 'upiId' },
    ]);
    const upiOnly = { ...layout, columns: [column('code'), column('amount'), column('upiId')] };
    expect(problemsOf(toUpi, upiOnly)).toEqual([]);
    expect(problemsOf(asha, upiOnly)).toMatchObject([{ field: 'accountNumber' }]);
    expect(problemsOf(toUpi, { ...layout, columns: [...layout.columns, column('account')] })).toEqual([]);
  });

  it('is not what the file leaves out', () => {
    const columns = layout.columns.filter(({ content }) => content !== 'holderName');
    expect(problemsOf(named('आशा'), { ...layout, columns })).toEqual([]);
  });
});

describe('a layout', () => {
  const check = (changes: Partial<PayoutLayout>) => () => checkLayout({ ...layout, ...changes });
  const without = (content: PayoutColumn['content']) => layout.columns.filter((one) => one.content !== content);

  it('is kept as it is given', () => {
    expect(checkLayout(layout)).toEqual(layout);
    expect(checkLayout({ ...layout, format: 'pain_001_001_03', firstLine: 'x' })).toMatchObject({
      columns: [],
      firstLine: null,
      headings: false,
    });
    const columns = [...layout.columns, { ...column('amount'), text: 'left out' }];
    expect(checkLayout({ ...layout, columns }).columns.at(-1)?.text).toBeNull();
  });

  it.each([
    ['our id', { columns: without('code') }],
    ['the amount', { columns: without('amount') }],
    ['the account number', { columns: without('accountNumber') }],
    ['no heading', { columns: [...layout.columns, { ...column('text'), heading: ' ' }] }],
    ['delimiter', { columns: [...layout.columns, { ...column('text'), text: 'a;b' }] }],
    ['the most characters', { columns: [...layout.columns, column('row', 0)] }],
    ['at most 40', { columns: Array.from({ length: 41 }, () => column('code')).concat(layout.columns) }],
    ['doesn’t take: _', { modes: { ...layout.modes, neft: 'N_T' } }],
    ['doesn’t take: ;', { letters: 'ascii', modes: { ...layout.modes, neft: 'N;T' } }],
    ['modes is required', { modes: { ...layout.modes, rtgs: '' } }],
  ] as const)('is refused for %s', (words, changes) => {
    expect(check(changes as Partial<PayoutLayout>)).toThrow(words);
  });
});
