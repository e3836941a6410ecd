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
  it('calls it a win only when more came back than was staked', () => {
    const won = words('ROUND_WON', { gameId: 'sapreOne-202611200742', betAmountPaise: '3000', winAmountPaise: '6000' });
    expect(won).toEqual({ title: 'You won ₹60', body: 'Round 202611200742: ₹60 for your ₹30.' });

    const lost = words('ROUND_WON', {
      gameId: 'sapreOne-202611200742',
      betAmountPaise: '101000',
      winAmountPaise: '2000',
    });
    expect(lost.title).not.toMatch(/won/i);
    expect(lost.body).toBe('Round 202611200742: ₹20 back of ₹1,010.');
  });

  it('describes how a deposit was decided, with the admin’s message', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('DEPOSIT_DECIDED', { ...data, approved: true }).body).toBe('₹500 has been added to your wallet.');
    expect(words('DEPOSIT_DECIDED', { ...data, approved: false, message: 'No such payment.' }).body).toBe(
      'Your deposit of ₹500 was not accepted. Message: No such payment.',
    );
  });

  it('describes how a withdrawal was decided, with the bank’s reference', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: true, payoutReference: 'AXIS42' }).body).toBe(
      '₹500 is on its way to you. Bank reference: AXIS42.',
    );
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: false, payoutReference: null }).body).toBe(
      '₹500 is back in your wallet.',
    );
  });
});
