import { describe, expect, it } from 'vitest';
import { DomainError, domainErrorCodes } from '../domain/errors.ts';
import { refusalAnswer, refusalBody } from './errors.ts';
import { operationIds } from './operationIds.ts';

describe('how refusals are answered', () => {
  it.each(domainErrorCodes)('%s has a status and words for every operation', (code) => {
    for (const operationId of [undefined, ...operationIds]) {
      const { status } = refusalAnswer(operationId, code);
      expect([400, 401, 402, 403, 404, 405, 409, 429]).toContain(status);
      const body = refusalBody(operationId, new DomainError(code, 'why'), 'player');
      expect(body).toEqual({ success: false, message: expect.stringMatching(/\S/), code, detail: 'why' });
    }
  });

  it('tells of a wrong old password in the words of each screen', () => {
    const refusal = new DomainError('INCORRECT_OLD_PASSWORD', 'why');
    expect(refusalBody('updatePassword', refusal, 'admin').message).toBe('Incorrect Old Password');
    expect(refusalBody('updatePassword', refusal, 'player').message).toBe('Wrong Old Password');
  });

  it('names the field in the detail when the refusal does not', () => {
    const named = new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
    expect(refusalBody('placeBet', named, 'player').detail).toBe('gameId: There is no such round.');
    const saysSo = new DomainError('INVALID_INPUT', 'gameId is required', { field: 'gameId' });
    expect(refusalBody('placeBet', saysSo, 'player').detail).toBe('gameId is required');
  });
});
