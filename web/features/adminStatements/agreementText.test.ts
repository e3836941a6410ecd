import { expect, it } from 'vitest';
import { agreementText } from './agreementText.ts';

const same = {
  sameReference: true,
  differingCharacters: 0,
  amountDifference: '0.00',
  sameName: true,
  minutesApart: 12,
};

it('names what agrees', () => {
  expect(agreementText(same)).toEqual(['same reference', 'same amount', 'name in the text', '12 min apart']);
});

it('names what differs', () => {
  const typo = { ...same, sameReference: false, differingCharacters: 1, amountDifference: '100.00', minutesApart: 130 };
  expect(agreementText(typo)).toEqual([
    'reference differs in 1 character',
    '₹100 more than asked for',
    'name in the text',
    '2 h apart',
  ]);
  const other = { ...typo, differingCharacters: null, amountDifference: '-0.50', sameName: false, minutesApart: 3000 };
  expect(agreementText(other)).toEqual([
    'another reference',
    '₹0.50 less than asked for',
    'name not in the text',
    '2 days apart',
  ]);
});
