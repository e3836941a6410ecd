import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, it } from 'vitest';
import { refusals as hindi } from '../messages/hi/refusals.ts';
import { refusals } from '#messages/refusals.ts';
import { errorText } from './errors.ts';

const answered = (message: string, code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code } }], data: null });

const serverError = (status: number) =>
  new ServerError('no', { response: new Response(null, { status }), bodyText: '' });

describe('what a person reads about a call that failed', () => {
  it('is the words of the server, when it answered with some', () => {
    expect(errorText(answered('This is not yours.', 'FORBIDDEN'))).toBe('Error: This is not yours.');
  });

  it('is in the reader’s language for what is too much at once, whatever its numbers', () => {
    const english = { ...refusals };
    const texts: Record<string, string> = Object.assign(refusals, hindi);
    try {
      const tooMuch = (text: string) => errorText(answered(text, 'INVALID_INPUT'));
      expect(tooMuch('The operation may return 2001 values; the limit without a session is 2000.')).toContain('लॉग इन');
      expect(tooMuch('This costs 1000.5 points, and a full budget has 1000: ask for less at a time.')).toContain('कम');
      expect(tooMuch('Anything else.')).toBe(hindi['INVALID_INPUT']);
    } finally {
      for (const code of Object.keys(texts)) delete texts[code];
      Object.assign(refusals, english);
    }
  });

  it('is the apology for a fault of ours', () => {
    const apology = 'Server error. Please try again later.';
    expect(errorText(answered(apology, 'INTERNAL_SERVER_ERROR'))).toBe(apology);
    expect(errorText(serverError(500))).toBe(apology);
  });

  it('names the request of a fault of ours, for the operator', () => {
    const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId: '0a1b2c3d4e5f' };
    const error = new CombinedGraphQLErrors({ errors: [{ message: 'Server error.', extensions }], data: null });
    expect(errorText(error)).toBe('Server error. Please try again later. (Request 0a1b2c3d4e5f)');
  });

  it('names any other status', () => {
    expect(errorText(serverError(502))).toBe('Unexpected error: 502');
  });

  it('suggests checking the connection when there was no response', () => {
    expect(errorText(new TypeError('Failed to fetch'))).toBe('Network error. Please check your connection.');
  });

  it('is the local message otherwise', () => {
    expect(errorText(new Error('unreadable file'))).toBe('Error: unreadable file');
  });
});
