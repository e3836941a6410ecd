import { GraphQLError } from 'graphql';
import { isUnavailable, unavailabilityOf } from '../../../db/unavailable.ts';
import { DomainError, type DomainErrorCode } from '../../domain/ground/refusals/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { ServerBusyError } from '../../platform/serverBusy.ts';

/** Where a refusal is returned: as a member of the mutation's result union, or as a top-level error. */
export type Answer =
  | 'InvalidInput'
  | 'InsufficientFunds'
  | 'BettingClosed'
  | 'AlreadyDecided'
  | 'SafetyRefusal'
  | 'LimitExceeded'
  | 'TicketHeld'
  | 'Refusal'
  | 'error';

/** Maps the domain's refusals to GraphQL. Top-level are those that clients handle globally. */
export const answers: Record<DomainErrorCode, Answer> = {
  UNAUTHENTICATED: 'error',
  FORBIDDEN: 'error',
  RATE_LIMITED: 'error',
  OTP_ENROLMENT_REQUIRED: 'error',
  INVALID_INPUT: 'InvalidInput',
  INSUFFICIENT_FUNDS: 'InsufficientFunds',
  BETTING_CLOSED: 'BettingClosed',
  ALREADY_DECIDED: 'AlreadyDecided',
  CHANGED_MEANWHILE: 'Refusal',
  NAME_TAKEN: 'Refusal',
  STATEMENT_UNCLEAR: 'Refusal',
  ALREADY_PROPOSED: 'Refusal',
  PROPOSAL_ENDED: 'Refusal',
  OWN_PROPOSAL: 'Refusal',
  STAKE_LIMIT: 'SafetyRefusal',
  LOSS_LIMIT: 'SafetyRefusal',
  DEPOSIT_LIMIT: 'SafetyRefusal',
  TIME_OUT: 'SafetyRefusal',
  SELF_EXCLUDED: 'SafetyRefusal',
  REALITY_CHECK: 'SafetyRefusal',
  LIMIT_EXCEEDED: 'LimitExceeded',
  TICKET_HELD: 'TicketHeld',
  NOT_FOUND: 'Refusal',
  IDEMPOTENCY_KEY_REUSED: 'Refusal',
  BAD_CREDENTIALS: 'Refusal',
  USER_NOT_FOUND: 'Refusal',
  EMAIL_TAKEN: 'Refusal',
  INCORRECT_OLD_PASSWORD: 'Refusal',
  OTP_REQUIRED: 'Refusal',
  OTP_WRONG: 'Refusal',
  TOKENS_INCOMPATIBLE: 'Refusal',
  LINK_INVALID: 'Refusal',
  LINK_HASH_INVALID: 'Refusal',
  LINK_EXPIRED: 'Refusal',
  LINK_USED: 'Refusal',
  RESET_TOKEN_INVALID: 'Refusal',
  RESET_TOKEN_SPENT: 'Refusal',
  USER_PROTECTED: 'Refusal',
  ACCOUNT_IN_USE: 'Refusal',
  REFERENCE_TAKEN: 'Refusal',
  NOT_PAID: 'Refusal',
  NOT_APPROVED: 'Refusal',
  PAYOUTS_FROZEN: 'Refusal',
  PAYOUT_ACCOUNT_BLOCKED: 'Refusal',
  PAYOUT_IN_BATCH: 'Refusal',
  PAYOUT_BATCH_HELD: 'Refusal',
  NO_PLAY_CREDIT: 'Refusal',
  WITHDRAWAL_FINAL: 'Refusal',
  TOO_MANY_OPEN: 'Refusal',
  DAILY_LIMIT: 'Refusal',
  BELOW_MINIMUM: 'Refusal',
  PAUSED: 'Refusal',
  INVALID_BET_TYPE: 'Refusal',
  NOTHING_TO_CANCEL: 'Refusal',
  OVERRIDE_TOO_LATE: 'Refusal',
  OVERRIDE_BEYOND_LIMIT: 'Refusal',
  STAKES_SECRET: 'Refusal',
};

/** Message of an internal error (web/pages/README.md#messages). */
const SERVER_ERROR = 'Server error. Please try again later.';

/** A refusal of the request itself, outside of resolvers. */
export function requestError(message: string, code = 'INVALID_INPUT'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/**
 * The error as shown to the caller. A refusal keeps its message and has its code; unexpected errors are masked and
 * passed to `report`, and contain `requestId`, by which they are found in the log.
 */
export function publicError(error: unknown, report: (bug: unknown) => void, requestId?: string): GraphQLError {
  const place = error instanceof GraphQLError ? error : undefined;
  const cause = causeOf(error);
  if (cause instanceof DomainError) return refusalError(cause, place);
  if (cause instanceof GraphQLError) {
    return located(place?.message ?? cause.message, { code: 'INVALID_INPUT', ...cause.extensions }, place);
  }
  if (cause instanceof ServerBusyError) {
    const { code, message, retryAfterSeconds } = cause;
    return located(message, { code, retryAfterSeconds }, place);
  }
  report(cause);
  const unavailable = unavailabilityOf(cause);
  if (unavailable !== undefined) {
    const { code, message, retryAfterSeconds } = unavailable;
    return located(message, { code, retryAfterSeconds }, place);
  }
  return located(SERVER_ERROR, { code: 'INTERNAL_SERVER_ERROR', ...(requestId !== undefined && { requestId }) }, place);
}

/** Logs why `what` failed: as an error for a bug, as a warning when the database was unavailable. */
export function logFailure(log: Pick<Logger, 'error' | 'warn'>, err: unknown, what: string): void {
  if (isUnavailable(err)) log.warn({ err }, `the database was not available to ${what}`);
  else log.error({ err }, `${what} failed unexpectedly`);
}

/** The thrown error, unwrapped from GraphQL's located errors. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

/** A refusal as a top-level error, at the `place` where it was thrown. */
export function refusalError(refusal: DomainError, place?: GraphQLError): GraphQLError {
  return located(refusal.message, extensionsOf(refusal), place);
}

function extensionsOf(refusal: DomainError): Record<string, unknown> {
  const { detail, field } = refusal.extra;
  const cost = 'cost' in refusal.extra ? refusal.extra.cost : undefined;
  return {
    code: refusal.code,
    ...(cost && { cost }),
    ...(typeof field === 'string' && { field }),
    ...(detail !== undefined && { detail }),
    ...(refusal.code === 'RATE_LIMITED' && { retryAfterSeconds: refusal.extra.retryAfterSeconds }),
  };
}

function located(message: string, extensions: Record<string, unknown>, place: GraphQLError | undefined): GraphQLError {
  return new GraphQLError(message, {
    extensions,
    nodes: place?.nodes ?? null,
    source: place?.source ?? null,
    positions: place?.positions ?? null,
    path: place?.path ?? null,
  });
}
