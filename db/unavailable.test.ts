import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AnswerTimeoutError } from './deadline.ts';
import { isUnavailable, UnavailableError } from './unavailable.ts';

const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });
const refusedBy = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });

describe('the database is unavailable', () => {
  it.each(['08006', '08P01', '53300', '53100', '57P01', '57P03', '57014', '55P03', '25P03', '25006'])(
    'on SQLSTATE %s',
    (code) => {
      expect(isUnavailable(refusedBy(code))).toBe(true);
      expect(isUnavailable(new Error('Failed query', { cause: refusedBy(code) }))).toBe(true);
    },
  );
  it.each(['23505', '22P02', '42P01', 'P0001', '40P01', '25P02'])('not on SQLSTATE %s', (code) => {
    expect(isUnavailable(refusedBy(code))).toBe(false);
  });
  it('when it can’t be reached, or does not answer', () => {
    expect(isUnavailable(withCode('ECONNREFUSED', 'connect'))).toBe(true);
    expect(isUnavailable(withCode('ENOENT', 'connect'))).toBe(true);
    expect(isUnavailable(Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }))).toBe(
      true,
    );
    expect(isUnavailable(new AnswerTimeoutError('late'))).toBe(true);
    expect(isUnavailable(new UnavailableError('full'))).toBe(true);
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });
  it('not when something else is wrong', () => {
    expect(isUnavailable(withCode('ENOENT', 'open'))).toBe(false);
    expect(isUnavailable(new Error('a bug'))).toBe(false);
    expect(isUnavailable('a text')).toBe(false);
  });
});
