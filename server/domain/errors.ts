/**
 * Every way in which the domain says no. The code is what transports map (one table each); the message is what a person
 * reads; `detail` says what exactly is wrong and `field` with which input.
 */
export const domainErrorCodes = [
  // callers
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  // input
  'INVALID_INPUT',
  'NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  // accounts
  'BAD_CREDENTIALS',
  'USER_NOT_FOUND',
  'EMAIL_TAKEN',
  'INCORRECT_OLD_PASSWORD',
  'TOKENS_INCOMPATIBLE',
  'LINK_INVALID',
  'LINK_HASH_INVALID',
  'LINK_EXPIRED',
  'LINK_USED',
  'RESET_TOKEN_INVALID',
  'RESET_TOKEN_SPENT',
  'USER_PROTECTED',
  // money
  'INSUFFICIENT_FUNDS',
  'ALREADY_DECIDED',
  'REFERENCE_TAKEN',
  // games
  'BETTING_CLOSED',
  'INVALID_BET_TYPE',
  'NOTHING_TO_CANCEL',
  'OVERRIDE_TOO_LATE',
] as const;

export type DomainErrorCode = (typeof domainErrorCodes)[number];

/** A refusal: expected, explained, and nothing has changed. Anything else thrown is a bug and stays masked. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly extra: {
      /** What is wrong, in words for a developer or a person at a form. */
      detail?: string;
      /** The input it is about. */
      field?: string;
      /** Seconds after which trying again makes sense (RATE_LIMITED). */
      retryAfterSeconds?: number;
      /** The balance that was not enough, in paise (INSUFFICIENT_FUNDS). */
      availablePaise?: bigint;
      /** The thing concerned, by internal id, where a screen shows it (ALREADY_DECIDED: the transaction). */
      subjectId?: bigint;
    } = {},
  ) {
    super(message);
  }
}

/** Refuses an input: names the field and says what is wrong with it. */
export function invalidInput(field: string, detail: string, message = detail): DomainError {
  return new DomainError('INVALID_INPUT', message, { field, detail });
}
