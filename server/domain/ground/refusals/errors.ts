import type { Paise } from '../../../../db/columns.ts';
import type { CallCost } from '../calls/callCost.ts';

/**
 * Every refusal of the domain. Transports map the code (one table each); the message is for the user; `detail`
 * describes what is wrong and `field` names the input.
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
  'OTP_REQUIRED',
  'OTP_WRONG',
  'OTP_ENROLMENT_REQUIRED',
  'TOKENS_INCOMPATIBLE',
  'LINK_INVALID',
  'LINK_HASH_INVALID',
  'LINK_EXPIRED',
  'LINK_USED',
  'RESET_TOKEN_INVALID',
  'RESET_TOKEN_SPENT',
  'USER_PROTECTED',
  'ACCOUNT_IN_USE',
  // money
  'INSUFFICIENT_FUNDS',
  'ALREADY_DECIDED',
  'ALREADY_PROPOSED',
  'PROPOSAL_ENDED',
  'OWN_PROPOSAL',
  'REFERENCE_TAKEN',
  'NOT_PAID',
  'NOT_APPROVED',
  'PAYOUTS_FROZEN',
  'PAYOUT_ACCOUNT_BLOCKED',
  'PAYOUT_IN_BATCH',
  'PAYOUT_BATCH_HELD',
  'NO_PLAY_CREDIT',
  'WITHDRAWAL_FINAL',
  'TOO_MANY_OPEN',
  'DAILY_LIMIT',
  'BELOW_MINIMUM',
  'PAUSED',
  // what players have set for themselves
  'STAKE_LIMIT',
  'LOSS_LIMIT',
  'DEPOSIT_LIMIT',
  'TIME_OUT',
  'SELF_EXCLUDED',
  'REALITY_CHECK',
  // support
  'TICKET_HELD',
  'CHANGED_MEANWHILE',
  'NAME_TAKEN',
  // statements
  'STATEMENT_UNCLEAR',
  // games
  'BETTING_CLOSED',
  'LIMIT_EXCEEDED',
  'INVALID_BET_TYPE',
  'NOTHING_TO_CANCEL',
  'OVERRIDE_TOO_LATE',
  'OVERRIDE_BEYOND_LIMIT',
  'STAKES_SECRET',
] as const;

export type DomainErrorCode = (typeof domainErrorCodes)[number];

/** Optional fields of any refusal. */
interface Explanation {
  /** What is wrong, for a developer or for a user at a form. */
  detail?: string;
  /** The input it concerns. */
  field?: string;
}

interface SafetyExtra extends Explanation {
  /** When it ends; null: never, or when a reality check is answered. */
  until: Date | null;
  /** What a limit still allows until then; null for anything else. */
  remainingPaise: Paise | null;
}

/** Required fields of refusals with these codes, because screens and programs depend on them. */
interface OwnExtras {
  INVALID_INPUT: {
    /** Null when it concerns several inputs together. */
    field: string | null;
    detail: string;
    /** Of a call that costs more than a full bucket has. */
    cost?: CallCost | undefined;
  };
  RATE_LIMITED: Explanation & {
    /** Seconds after which a retry can succeed. */
    retryAfterSeconds: number;
    /** Of a call that costs more than is left in the caller's bucket. */
    cost?: CallCost | undefined;
  };
  INSUFFICIENT_FUNDS: Explanation & {
    /** The insufficient balance. */
    availablePaise: Paise;
  };
  STAKE_LIMIT: SafetyExtra;
  LOSS_LIMIT: SafetyExtra;
  DEPOSIT_LIMIT: SafetyExtra;
  TIME_OUT: SafetyExtra;
  SELF_EXCLUDED: SafetyExtra;
  REALITY_CHECK: SafetyExtra;
  /** The transaction, by internal id. */
  ALREADY_DECIDED: Explanation & { transactionId: bigint };
  LIMIT_EXCEEDED: Explanation & {
    limit: 'MIN_BET' | 'MAX_BET' | 'MAX_STAKE' | 'MAX_PAYOUT';
    /** For MIN_BET the smallest amount, otherwise the largest that is possible. */
    possiblePaise: Paise;
  };
  /** Internal id of the present assignee; null: unassigned. */
  TICKET_HELD: Explanation & { holderId: bigint | null };
  /** The contest, by internal id. */
  BETTING_CLOSED: Explanation & { contestId: bigint };
}

type Extra<Code extends DomainErrorCode> = Code extends keyof OwnExtras ? OwnExtras[Code] : Explanation;

/** Optional when no field is required. */
type ExtraArgument<Code extends DomainErrorCode> =
  Explanation extends Extra<Code> ? [extra?: Extra<Code>] : [extra: Extra<Code>];

/** The refusal with this code. */
export interface DomainErrorOf<Code extends DomainErrorCode> extends Error {
  readonly name: 'DomainError';
  readonly code: Code;
  readonly extra: Extra<Code>;
}

/**
 * A refusal: expected, explained, and without effect. Any other thrown error is a bug and is masked. A union by code:
 * checking the code narrows the type to the fields it has.
 */
export type DomainError = { [Code in DomainErrorCode]: DomainErrorOf<Code> }[DomainErrorCode];

interface DomainErrorClass {
  new <Code extends DomainErrorCode>(code: Code, message: string, ...extra: ExtraArgument<Code>): DomainErrorOf<Code>;
  /** What `instanceof` narrows to. */
  readonly prototype: DomainError;
}

export const DomainError: DomainErrorClass = class DomainError<Code extends DomainErrorCode>
  extends Error
  implements DomainErrorOf<Code>
{
  override readonly name = 'DomainError';
  readonly extra: Extra<Code>;

  constructor(
    readonly code: Code,
    message: string,
    ...[extra]: ExtraArgument<Code>
  ) {
    super(message);
    this.extra = extra ?? ({} as Extra<Code>);
  }
};

/** Refuses an input, naming the field and what is wrong with it. */
export function invalidInput(field: string, detail: string, message = detail): DomainError {
  return new DomainError('INVALID_INPUT', message, { field, detail });
}
