import type { Paise } from '../../db/columns.ts';

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

/** What any refusal may carry beside its words. */
interface Explanation {
  /** What is wrong, in words for a developer or a person at a form. */
  detail?: string;
  /** The input it is about. */
  field?: string;
}

/** What refusals of these codes must carry, since screens and programs act on it. */
interface OwnExtras {
  INVALID_INPUT: {
    /** Null where it is about several inputs together. */
    field: string | null;
    detail: string;
  };
  RATE_LIMITED: Explanation & {
    /** Seconds after which trying again makes sense. */
    retryAfterSeconds: number;
  };
  INSUFFICIENT_FUNDS: Explanation & {
    /** The balance that was not enough. */
    availablePaise: Paise;
  };
  /** The transaction, by internal id. */
  ALREADY_DECIDED: Explanation & { transactionId: bigint };
  /** The contest, by internal id. */
  BETTING_CLOSED: Explanation & { contestId: bigint };
}

type Extra<Code extends DomainErrorCode> = Code extends keyof OwnExtras ? OwnExtras[Code] : Explanation;

/** The extra may be left out where nothing in it is required. */
type ExtraArgument<Code extends DomainErrorCode> =
  Explanation extends Extra<Code> ? [extra?: Extra<Code>] : [extra: Extra<Code>];

/** The refusal with this one code. */
export interface DomainErrorOf<Code extends DomainErrorCode> extends Error {
  readonly name: 'DomainError';
  readonly code: Code;
  readonly extra: Extra<Code>;
}

/**
 * A refusal: expected, explained, and nothing has changed. Anything else thrown is a bug and stays masked. A union by
 * code: who has looked at the code knows what the refusal carries.
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

/** Refuses an input: names the field and says what is wrong with it. */
export function invalidInput(field: string, detail: string, message = detail): DomainError {
  return new DomainError('INVALID_INPUT', message, { field, detail });
}
