import { describe, expect, it } from 'vitest';
import { DomainError, domainErrorCodes, invalidInput } from '../domain/ground/refusals/errors.ts';
import { refusalAnswer, refusalBody } from './errors.ts';
import { operations } from './operations.ts';

const operationOf = (operationId: string) => {
  const operation = operations.find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`the API has no operation ${operationId}`);
  return operation;
};

describe('how refusals are answered', () => {
  it.each(domainErrorCodes)('%s has a status and words for every operation', (code) => {
    for (const operation of [undefined, ...operations]) {
      const { status } = refusalAnswer(operation, code);
      expect([400, 401, 402, 403, 404, 405, 409, 429]).toContain(status);
      const body = refusalBody(operation, { code, message: 'why', extra: {} }, 'player');
      expect(body).toEqual({ success: false, message: expect.stringMatching(/\S/), code, detail: 'why' });
    }
  });

  it.each([
    ['login', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['login', 'BAD_CREDENTIALS', 401, 'Unauthorized. Please check your credentials.'],
    ['login', 'USER_NOT_FOUND', 404, 'User Not Found'],
    ['register', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['register', 'EMAIL_TAKEN', 401, 'User with this email already exists'],
    ['addUser', 'EMAIL_TAKEN', 401, 'User with this email already exists'],
    ['addUser', 'INVALID_INPUT', 400, 'Invalid Payload'],
    ['logout', 'TOKENS_INCOMPATIBLE', 401, 'Not Authorized. Incompatible Tokens passed.'],
    ['forgotPassword', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['forgotPassword', 'USER_NOT_FOUND', 404, 'User does not exist'],
    ['verifyLink', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['verifyLink', 'LINK_USED', 401, 'Used Link'],
    ['verifyLink', 'LINK_EXPIRED', 402, 'Expired Link'],
    ['verifyLink', 'LINK_HASH_INVALID', 403, 'Invalid Hash'],
    ['verifyLink', 'USER_NOT_FOUND', 404, 'Invalid Link'],
    ['resetPassword', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['resetPassword', 'RESET_TOKEN_SPENT', 401, 'Link not found'],
    ['resetPassword', 'LINK_EXPIRED', 402, 'Expired Link'],
    ['resetPassword', 'RESET_TOKEN_INVALID', 403, 'Authorization failed!!!'],
    ['resetPassword', 'USER_NOT_FOUND', 404, 'Invalid Link'],
    ['updatePassword', 'INVALID_INPUT', 400, 'Our Mistake! Please try again'],
    ['addMoney', 'INVALID_INPUT', 400, 'Invalid Payload'],
    ['addMoney', 'REFERENCE_TAKEN', 400, 'Invalid Payload'],
    ['withdrawMoney', 'INVALID_INPUT', 400, 'Invalid Payload'],
    ['withdrawMoney', 'INSUFFICIENT_FUNDS', 400, 'Entered amount exceeds available wallet balance.'],
    ['overrideGameResult', 'INVALID_INPUT', 400, 'Invalid Payload'],
    ['overrideGameResult', 'OVERRIDE_TOO_LATE', 400, 'Invalid Payload'],
    ['overrideGameResult', 'BETTING_CLOSED', 400, 'Invalid Payload'],
    [
      'overrideGameResult',
      'OVERRIDE_BEYOND_LIMIT',
      400,
      'The result of this round cannot be set: its payout limit does not hold under the profit rule.',
    ],
    ['placeBet', 'INVALID_INPUT', 400, 'Please try again'],
    ['placeBet', 'BETTING_CLOSED', 400, 'Betting is closed for this round'],
    ['placeBet', 'INVALID_BET_TYPE', 403, 'Invalid bet type'],
    ['placeBet', 'INSUFFICIENT_FUNDS', 405, 'Insufficient Balance. Can-not place bet'],
    ['addUpiId', 'INVALID_INPUT', 400, 'Please try again'],
    ['updateTransaction', 'ALREADY_DECIDED', 409, 'This request has already been decided.'],
  ] as const)('%s answers %s with %i and its words', (operationId, code, status, words) => {
    expect(refusalAnswer(operationOf(operationId), code).status).toBe(status);
    expect(refusalBody(operationOf(operationId), { code, message: 'why', extra: {} }, 'player').message).toBe(words);
  });

  it('answers a wrong old password with each screen’s message', () => {
    const refusal = new DomainError('INCORRECT_OLD_PASSWORD', 'why');
    expect(refusalBody(operationOf('updatePassword'), refusal, 'admin').message).toBe('Incorrect Old Password');
    expect(refusalBody(operationOf('updatePassword'), refusal, 'player').message).toBe('Wrong Old Password');
  });

  it('names the field in the detail when the refusal does not', () => {
    const named = new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
    expect(refusalBody(operationOf('placeBet'), named, 'player').detail).toBe('gameId: There is no such round.');
    const isDocumented = invalidInput('gameId', 'gameId is required');
    expect(refusalBody(operationOf('placeBet'), isDocumented, 'player').detail).toBe('gameId is required');
  });

  it.each([
    ['reference', 'reference must be 4 to 35 letters or digits', 'referenceId must be 4 to 35 letters or digits'],
    ['to', 'The range ends before it begins.', 'endDate: The range ends before it begins.'],
    ['payeeId', 'There is no such payment account.', '_id: There is no such payment account.'],
    ['idempotencyKey', 'idempotencyKey must have 1 to 200 characters', 'Idempotency-Key must have 1 to 200 characters'],
  ])('calls the domain’s %s by the name that it has here', (field, words, detail) => {
    expect(refusalBody(operationOf('addMoney'), invalidInput(field, words), 'player').detail).toBe(detail);
  });
});
