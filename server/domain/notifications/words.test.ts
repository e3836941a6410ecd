import { describe, expect, it } from 'vitest';
import { displayRupees } from './display.ts';
import { words } from './words.ts';

const real = { mode: 'real', language: 'en' } as const;

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
    ['3000', '6000', 'Staked ₹30, got ₹60 back: +₹30.'],
    ['101000', '2000', 'Staked ₹1,010, got ₹20 back: −₹990.'],
    ['2000', '2000', 'Staked ₹20, got ₹20 back: ₹0.'],
  ])('sets what a round returned against its stake: %s, %s', (betAmountPaise, winAmountPaise, body) => {
    const round = words('ROUND_WON', { gameId: 'sapreOne-202611200742', betAmountPaise, winAmountPaise }, real);
    expect(round).toEqual({ title: 'Round 202611200742 is settled', body });
    const day = words('ROUNDS_PLAYED', { day: '2026-11-20', rounds: 3, betAmountPaise, winAmountPaise }, real);
    expect(day).toEqual({ title: 'Your rounds of 20-11-26', body: `3 rounds: ${body}` });
  });

  it('describes how a deposit was decided, with the admin’s message', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('DEPOSIT_DECIDED', { ...data, approved: true }, real).body).toBe(
      '₹500 has been added to your wallet.',
    );
    expect(words('DEPOSIT_DECIDED', { ...data, approved: false, message: 'No such payment.' }, real).body).toBe(
      'Your deposit of ₹500 was not accepted. Message: No such payment.',
    );
  });

  it('says what was asked for where another amount was credited, and that a denied deposit waits again', () => {
    const data = { approved: true, amountPaise: '49050', requestedPaise: '50000', message: null };
    expect(words('DEPOSIT_DECIDED', data, { ...real, language: 'hi' }).body).toBe(
      '₹490.50 आपके वॉलेट में जोड़ दिए गए हैं। आपका अनुरोध ₹500 का था।',
    );
    expect(words('DEPOSIT_REOPENED', { amountPaise: '50000' }, { ...real, language: 'hi' })).toEqual({
      title: 'जमा की फिर से जाँच',
      body: 'आपकी ₹500 की जमा पहले अस्वीकार हुई थी। उसकी फिर से जाँच हो रही है, फ़ैसला बाकी है।',
    });
  });

  it('describes how a withdrawal was decided, with the bank’s reference', () => {
    const data = { amountPaise: '50000', message: null };
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: true, payoutReference: 'AXIS42' }, real).body).toBe(
      '₹500 is on its way to you. Bank reference: AXIS42.',
    );
    expect(words('WITHDRAWAL_DECIDED', { ...data, approved: false, payoutReference: null }, real).body).toBe(
      '₹500 is back in your wallet.',
    );
  });

  it('gives the reason of a denial in the language of the reader, with the admin’s message', () => {
    const data = {
      approved: false,
      amountPaise: '50000',
      message: 'Ask your bank.',
      denialReason: 'NOT_RECEIVED',
    } as const;
    expect(words('DEPOSIT_DECIDED', data, real).body).toBe(
      'Your deposit of ₹500 was not accepted. No payment with this reference has arrived. Message: Ask your bank.',
    );
    expect(words('DEPOSIT_DECIDED', { ...data, message: null }, { ...real, language: 'hi' }).body).toBe(
      'आपकी ₹500 की जमा मंज़ूर नहीं हुई। इस रेफ़रेंस का कोई भुगतान नहीं मिला।',
    );
    const inWords = { ...data, denialReason: 'OTHER', payoutReference: null } as const;
    expect(words('WITHDRAWAL_DECIDED', inWords, real).body).toBe(
      '₹500 is back in your wallet. Message: Ask your bank.',
    );
  });

  it('promises no money in play mode', () => {
    const data = { amountPaise: '50000', message: null, approved: true, payoutReference: 'AXIS42' };
    expect(words('WITHDRAWAL_DECIDED', data, { mode: 'play', language: 'en' })).toEqual({
      title: 'Practice withdrawal approved',
      body: '₹500 of play money has left your wallet. Nothing was paid out.',
    });
  });

  it('is in the language of the reader', () => {
    const inHindi = { mode: 'real', language: 'hi' } as const;
    const data = { day: '2026-11-20', rounds: 3, betAmountPaise: '3000', winAmountPaise: '6000' };
    expect(words('ROUNDS_PLAYED', data, inHindi)).toEqual({
      title: '20-11-26 के आपके राउंड',
      body: '3 राउंड: ₹30 लगाए, ₹60 वापस मिले: +₹30।',
    });
    const decided = { approved: false, amountPaise: '50000', message: 'No such payment.' };
    expect(words('DEPOSIT_DECIDED', decided, inHindi).body).toBe('आपकी ₹500 की जमा मंज़ूर नहीं हुई। संदेश: No such payment.');
  });
});
