import { expect, it } from 'vitest';
import { paise } from '../ground/values/money.ts';
import { agreementOf } from './lineAgreement.ts';

const line = {
  tokens: ['740187320111', 'ASHA'],
  amount: paise(200_000n),
  description: 'UPI/CR/740187320111/ASHA RAO/OKAXIS',
  day: '2026-11-20',
  at: new Date('2026-11-20T06:30:00Z'),
};
const request = {
  key: '740187320111',
  amount: paise(200_000n),
  moment: new Date('2026-11-20T06:42:30Z'),
  playerName: 'Asha Rao',
};

it('says what a line and a request have in common', () => {
  expect(agreementOf(line, request)).toEqual({
    sameReference: true,
    differingCharacters: 0,
    amountDifference: 0n,
    sameName: true,
    minutesApart: 12,
  });
});

it('tells a typing error from the payment of somebody else', () => {
  const typo = agreementOf(line, { ...request, key: '740187320171', amount: paise(190_000n) });
  expect(typo).toMatchObject({
    sameReference: false,
    differingCharacters: 1,
    amountDifference: 10_000n,
    sameName: true,
  });
  const stranger = agreementOf(line, { ...request, key: '555512349876', playerName: 'Bala Rao' });
  expect(stranger).toMatchObject({ sameReference: false, differingCharacters: null, sameName: false });
  expect(agreementOf(line, { ...request, key: null })).toMatchObject({
    sameReference: false,
    differingCharacters: null,
  });
});

it('takes noon of its day where the bank gives no time', () => {
  expect(agreementOf({ ...line, at: null }, { ...request, moment: new Date('2026-11-20T05:30:00Z') })).toMatchObject({
    minutesApart: 60,
  });
});
