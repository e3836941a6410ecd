import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { decode, decodeSelection, numberText, queryNumber, rupees, text } from './decode.ts';

function refusal(run: () => unknown): DomainError {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('decoding', () => {
  const bet = z.object({ gameId: text, amount: rupees });

  it.each([
    ['a field that is missing', { amount: 1 }, 'gameId is required'],
    ['a field of another type', { gameId: 5, amount: 1 }, 'gameId must be a text'],
    ['an empty text', { gameId: '', amount: 1 }, 'gameId must not be empty'],
    ['a text that no database holds', { gameId: 'a\0', amount: 1 }, 'gameId must not contain NUL characters'],
    ['a number in quotes', { gameId: 'x', amount: '1' }, 'amount must be a number of rupees'],
    ['a body that is no object', [1], 'The body must be a JSON object'],
  ])('refuses %s, naming it', (_what, body, detail) => {
    expect(refusal(() => decode(bet, body))).toMatchObject({ code: 'INVALID_INPUT', extra: { detail } });
  });

  it('passes over unknown fields', () => {
    expect(decode(bet, { gameId: 'x', amount: 1.5, extra: true })).toEqual({ gameId: 'x', amount: 1.5 });
  });

  it('names a field inside another by its path', () => {
    const nested = z.object({ bankAccount: z.object({ ifscCode: text }) });
    expect(refusal(() => decode(nested, { bankAccount: {} })).extra.detail).toBe('bankAccount.ifscCode is required');
  });

  it('keeps account numbers and references as text, also when they come as whole numbers', () => {
    const one = z.object({ account: numberText });
    expect(decode(one, { account: '0012' })).toEqual({ account: '0012' });
    expect(decode(one, { account: 9_007_199_254_740_991 })).toEqual({ account: '9007199254740991' });
    for (const account of [1.5, 9_007_199_254_740_992, null, true]) {
      expect(refusal(() => decode(one, { account })).extra.field).toBe('account');
    }
  });

  it('reads numbers of a query string within their bounds', () => {
    const one = z.object({ limit: queryNumber(1, 100) });
    expect(decode(one, { limit: '100' })).toEqual({ limit: 100 });
    for (const limit of ['0', '101', '-1', '1.5', '', 'ten', ['1', '2']]) {
      expect(refusal(() => decode(one, { limit })).extra.detail).toBe('limit must be a whole number from 1 to 100');
    }
  });
});

describe('what a bet is on', () => {
  it.each([
    ['color', 'green', 10],
    ['color', 'blue', 11],
    ['color', 'violet', 11],
    ['color', 'red', 12],
    ['number', 0, 0],
    ['number', 9, 9],
  ])('%s %s', (betType, betValue, selection) => {
    expect(decodeSelection({ betType, betValue })).toBe(selection);
  });

  it.each([
    ['color', 'Green'],
    ['color', 'toString'],
    ['color', 5],
    ['number', 10],
    ['number', -1],
    ['number', 1.5],
    ['number', '5'],
    ['number', 'red'],
  ])('a value that does not fit its type is wrong input: %s %s', (betType, betValue) => {
    expect(refusal(() => decodeSelection({ betType, betValue })).code).toBe('INVALID_INPUT');
  });

  it.each(['colour', 'Number', 5, null, {}])('an unknown type is refused as such: %s', (betType) => {
    expect(refusal(() => decodeSelection({ betType, betValue: 5 })).code).toBe('INVALID_BET_TYPE');
  });
});
