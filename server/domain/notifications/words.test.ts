import { describe, expect, it } from 'vitest';
import { displayRupees } from './rupees.ts';
import { words } from './words.ts';

describe('amounts in sentences', () => {
  it.each([
    [0n, '₹0'],
    [6_000n, '₹60'],
    [6_005n, '₹60.05'],
    [6_050n, '₹60.50'],
    [123_456_750n, '₹12,34,567.50'],
    [900_719_925_474_099_399n, '₹9,00,71,99,25,47,40,993.99'],
  ])('%d paise read %s', (paise, text) => {
    expect(displayRupees(paise)).toBe(text);
  });
});

describe('words of a notification', () => {
  it.each([
    ['3000', '6000', 'Returned ₹60 of ₹30, net +₹30.'],
    ['101000', '2000', 'Returned ₹20 of ₹1,010, net −₹990.'],
    ['2000', '2000', 'Returned ₹20 of ₹20, net ₹0.'],
  ])('sets what a round returned against its stake: %s, %s', (betAmountPaise, winAmountPaise, body) => {
    const round = words('ROUND_WON', { gameId: 'sapreOne-202611200742', betAmountPaise, winAmountPaise }, 'real');
    expect(round).toEqual({ title: 'Round 202611200742 is settled', body });
    const day = words('ROUNDS_PLAYED', { day: '2026-11-20', rounds: 3, betAmountPaise, winAmountPaise }, 'real');
    expect(day).toEqual({ title: 'Your rounds of 20-11-26', body: `3 rounds: ${body}` });
  });

  it('describes how a deposit was decided, with the admin’s message', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('DEPOSIT_DECIDED', { ...data, approved: true }, 'real').body).toBe(
      '₹500 has been added to your wallet.',
    );
    expect(words('DEPOSIT_DECIDED', { ...data, approved: false, message: 'No such payment.' }, 'real').body).toBe(
      'Your deposit of ₹500 was not accepted. Message: No such payment.',
    );
  });

  it('describes how a withdrawal was decided, with the bank’s reference', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: true, payoutReference: 'AXIS42' }, 'real').body).toBe(
      '₹500 is on its way to you. Bank reference: AXIS42.',
    );
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: false, payoutReference: null }, 'real').body).toBe(
      '₹500 is back in your wallet.',
    );
  });

  it('promises no money in play mode', () => {
    const data = { amountPaise: '50000', message: null, approved: true, payoutReference: 'AXIS42' };
    expect(words('WITHDRAWAL_DECIDED', data, 'play')).toEqual({
      title: 'Practice withdrawal approved',
      body: '₹500 of play money has left your wallet. Nothing was paid out.',
    });
  });
});
