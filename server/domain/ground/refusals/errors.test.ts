import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Paise } from '../../../../db/columns.ts';
import { DomainError } from './errors.ts';

const amount = 1_000n as Paise;

describe('a refusal', () => {
  it('carries what its code requires', () => {
    expect(new DomainError('RATE_LIMITED', 'wait', { retryAfterSeconds: 6 }).extra).toEqual({ retryAfterSeconds: 6 });
    expect(new DomainError('NOT_FOUND', 'gone').extra).toEqual({});
    expect(new DomainError('ALREADY_DECIDED', 'done', { transactionId: 7n })).toMatchObject({
      name: 'DomainError',
      code: 'ALREADY_DECIDED',
      message: 'done',
    });
  });

  it('does not compile without it', () => {
    // @ts-expect-error when to try again
    void new DomainError('RATE_LIMITED', 'wait');
    // @ts-expect-error when to try again
    void new DomainError('RATE_LIMITED', 'wait', { detail: 'a minute' });
    // @ts-expect-error the balance
    void new DomainError('INSUFFICIENT_FUNDS', 'no', { field: 'amount' });
    // @ts-expect-error the transaction
    void new DomainError('ALREADY_DECIDED', 'done', {});
    // @ts-expect-error the contest
    void new DomainError('BETTING_CLOSED', 'closed');
    // @ts-expect-error what is wrong
    void new DomainError('INVALID_INPUT', 'no', { field: 'amount' });
    // @ts-expect-error which input, or null
    void new DomainError('INVALID_INPUT', 'no', { detail: 'too small' });
    // @ts-expect-error no other code has a balance
    void new DomainError('NOT_FOUND', 'gone', { availablePaise: amount });
  });

  it('is known by its code', () => {
    const error: unknown = new DomainError('RATE_LIMITED', 'wait', { retryAfterSeconds: 6 });
    if (!(error instanceof DomainError)) throw new Error('is no refusal');
    // @ts-expect-error not every refusal has it
    void error.extra.retryAfterSeconds;
    if (error.code === 'RATE_LIMITED') expectTypeOf(error.extra.retryAfterSeconds).toEqualTypeOf<number>();
  });
});
