import type { Actor } from '../domain/ground/verbs/context.ts';
import type { DomainError, DomainErrorCode } from '../domain/ground/refusals/errors.ts';

/** HTTP statuses of refusals (server/rest/rules.md#rest-statuses-and-words). */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 429;

export interface RefusalAnswer {
  status: RefusalStatus;
  /** The user-facing message; the details go into `detail`. */
  words: string | ((actor: Actor['kind']) => string);
}

const wrongPassword = 'Unauthorized. Please check your credentials.';
/** Answers in which calls differ from the default. */
export const genericInputError: RefusalAnswer = { status: 400, words: 'Our Mistake! Please try again' };
export const invalidPayload: RefusalAnswer = { status: 400, words: 'Invalid Payload' };
export const incompatibleTokens: RefusalAnswer = { status: 401, words: 'Not Authorized. Incompatible Tokens passed.' };
export const invalidLink: RefusalAnswer = { status: 404, words: 'Invalid Link' };

/** Default response of each refusal; an operation may have another one (`refusalAnswers` of its definition). */
const answers: Record<DomainErrorCode, RefusalAnswer> = {
  UNAUTHENTICATED: { status: 401, words: wrongPassword },
  FORBIDDEN: { status: 403, words: 'You are not allowed to do this.' },
  RATE_LIMITED: { status: 429, words: 'Too many requests. Please wait.' },
  INVALID_INPUT: { status: 400, words: 'Please try again' },
  NOT_FOUND: { status: 404, words: 'Not found' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, words: 'This idempotency key was used for another request.' },
  BAD_CREDENTIALS: { status: 401, words: wrongPassword },
  USER_NOT_FOUND: { status: 404, words: 'User Not Found' },
  EMAIL_TAKEN: { status: 401, words: 'User with this email already exists' },
  INCORRECT_OLD_PASSWORD: {
    status: 402,
    words: (actor) => (actor === 'admin' ? 'Incorrect Old Password' : 'Wrong Old Password'),
  },
  OTP_REQUIRED: { status: 401, words: 'Please enter the code of your authenticator app.' },
  OTP_WRONG: { status: 401, words: 'This code is wrong, or has been used.' },
  OTP_ENROLMENT_REQUIRED: { status: 403, words: 'Your account must have a second factor. Please set it up first.' },
  TOKENS_INCOMPATIBLE: incompatibleTokens,
  LINK_INVALID: invalidLink,
  LINK_HASH_INVALID: { status: 403, words: 'Invalid Hash' },
  LINK_EXPIRED: { status: 402, words: 'Expired Link' },
  LINK_USED: { status: 401, words: 'Used Link' },
  RESET_TOKEN_INVALID: { status: 403, words: 'Authorization failed!!!' },
  RESET_TOKEN_SPENT: { status: 401, words: 'Link not found' },
  USER_PROTECTED: { status: 403, words: 'This account cannot be deactivated.' },
  INSUFFICIENT_FUNDS: { status: 400, words: 'Entered amount exceeds available wallet balance.' },
  ALREADY_DECIDED: { status: 409, words: 'This request has already been decided.' },
  ALREADY_PROPOSED: { status: 409, words: 'This waits for the confirmation of a second admin.' },
  PROPOSAL_ENDED: { status: 409, words: 'This proposal has already been decided.' },
  OWN_PROPOSAL: { status: 403, words: 'Another admin must confirm this.' },
  REFERENCE_TAKEN: invalidPayload,
  NOT_PAID: { status: 409, words: 'The withdrawal is not paid.' },
  NOT_APPROVED: { status: 409, words: 'The withdrawal is not approved.' },
  PAYOUTS_FROZEN: { status: 409, words: 'The payouts of this player are frozen.' },
  PAYOUT_ACCOUNT_BLOCKED: { status: 409, words: 'This payout account is blocked.' },
  PAYOUT_IN_BATCH: { status: 409, words: 'This withdrawal is being paid with others.' },
  PAYOUT_BATCH_HELD: { status: 409, words: 'Please try again' },
  ACCOUNT_IN_USE: { status: 409, words: 'Please try again' },
  NO_PLAY_CREDIT: { status: 400, words: 'Please try again' },
  WITHDRAWAL_FINAL: { status: 400, words: 'Please try again' },
  TOO_MANY_OPEN: invalidPayload,
  DAILY_LIMIT: invalidPayload,
  BELOW_MINIMUM: invalidPayload,
  PAUSED: { status: 400, words: 'This is paused at the moment.' },
  STAKE_LIMIT: { status: 403, words: 'This is more than your limit on stakes allows.' },
  LOSS_LIMIT: { status: 403, words: 'This is more than your limit on losses allows.' },
  DEPOSIT_LIMIT: { status: 403, words: 'This is more than your limit on deposits allows.' },
  TIME_OUT: { status: 403, words: 'You are taking a time-out.' },
  SELF_EXCLUDED: { status: 403, words: 'You have excluded yourself from playing.' },
  REALITY_CHECK: { status: 403, words: 'Answer the reality check to play on.' },
  CHANGED_MEANWHILE: { status: 409, words: 'Somebody has changed this meanwhile.' },
  NAME_TAKEN: { status: 409, words: 'Another one has this name.' },
  STATEMENT_UNCLEAR: { status: 409, words: 'The statement leaves a question open.' },
  TICKET_HELD: { status: 409, words: 'Another admin has this ticket.' },
  BETTING_CLOSED: { status: 400, words: 'Betting is closed for this round' },
  LIMIT_EXCEEDED: { status: 400, words: 'This bet is beyond a limit of this round.' },
  INVALID_BET_TYPE: { status: 403, words: 'Invalid bet type' },
  NOTHING_TO_CANCEL: { status: 400, words: 'Please try again' },
  OVERRIDE_TOO_LATE: invalidPayload,
  OVERRIDE_BEYOND_LIMIT: {
    status: 400,
    words: 'The result of this round cannot be set: its payout limit does not hold under the profit rule.',
  },
  STAKES_SECRET: { status: 409, words: 'Stakes of this player are secret until betting closes.' },
};

/** An operation, as far as its refusals go. */
interface Refusing {
  /** Refusals that it answers with another message or status than the default. */
  readonly refusalAnswers?: RefusalAnswers;
}

export type RefusalAnswers = { readonly [code in DomainErrorCode]?: RefusalAnswer };

/** Status and message of a refusal in `operation` (undefined: no particular operation). */
export function refusalAnswer(operation: Refusing | undefined, code: DomainErrorCode): RefusalAnswer {
  return operation?.refusalAnswers?.[code] ?? answers[code];
}

/** The headers of a refusal's response. */
export function refusalHeaders(refusal: DomainError): Record<string, string> {
  if (refusal.code === 'RATE_LIMITED') return retryAfter(refusal.extra.retryAfterSeconds);
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': 'Bearer' };
  return {};
}

/** The Retry-After header, in whole seconds. */
export function retryAfter(seconds: number): Record<string, string> {
  return { 'retry-after': String(wholeSeconds(seconds)) };
}

function wholeSeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

/** Errors of the transport itself, which the domain doesn't define. */
export const transportAnswers = {
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  SERVER_ERROR: { status: 500, message: 'Server error. Please try again later.' },
  SERVER_BUSY: { status: 503, message: 'Server error. Please try again later.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Server error. Please try again later.' },
  /** The database's disk has too little space for what a call writes. */
  DISK_FULL: { status: 503, message: 'Server error. Please try again later.' },
} as const;

/** The detail of a server error, by which it is found in the log. */
export function loggedAs(requestId: string): string {
  return `Something went wrong here; it has been logged as request ${requestId}`;
}

export type TransportErrorCode = keyof typeof transportAnswers;

/** Format of every error response. */
export interface ErrorBody {
  success: false;
  message: string;
  code: DomainErrorCode | TransportErrorCode;
  /** What is wrong, with which field. */
  detail: string;
  /** Of RATE_LIMITED: as in Retry-After. */
  retryAfterSeconds?: number;
}

/** The fields of a refusal that its response contains. */
export interface RefusalWords extends Pick<DomainError, 'code' | 'message'> {
  extra: { field?: string | null; detail?: string; retryAfterSeconds?: number };
}

/** The body of a refusal, with this operation's message. */
export function refusalBody(operation: Refusing | undefined, refusal: RefusalWords, actor: Actor['kind']): ErrorBody {
  const { words } = refusalAnswer(operation, refusal.code);
  const message = typeof words === 'function' ? words(actor) : words;
  const { retryAfterSeconds } = refusal.extra;
  const waits = refusal.code === 'RATE_LIMITED' && retryAfterSeconds !== undefined;
  return {
    success: false,
    message,
    code: refusal.code,
    detail: detailOf(refusal),
    ...(waits && { retryAfterSeconds: wholeSeconds(retryAfterSeconds) }),
  };
}

/** The body of a transport error. */
export function transportBody(code: TransportErrorCode, detail: string): ErrorBody {
  return { success: false, message: transportAnswers[code].message, code, detail };
}

/** Field names of this API where they differ from the domain's. */
const namesHere: Readonly<Record<string, string>> = {
  payeeId: '_id',
  ticketId: '_id',
  transactionId: '_id',
  reference: 'referenceId',
  from: 'startDate',
  to: 'endDate',
  idempotencyKey: 'Idempotency-Key',
};

/** A detail that always names the field it is about, if any, as this API calls it. */
function detailOf({ message, extra }: RefusalWords): string {
  const { field, detail = message } = extra;
  if (field === undefined || field === null) return detail;
  const name = namesHere[field] ?? field;
  const named = detail.startsWith(`${field} `) ? name + detail.slice(field.length) : detail;
  return named.includes(name) ? named : `${name}: ${named}`;
}
