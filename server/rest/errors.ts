import type { Actor } from '../domain/context.ts';
import type { DomainError, DomainErrorCode } from '../domain/errors.ts';
import type { OperationId } from './operationIds.ts';

/** The statuses with which a refusal may be answered (server/domain/README.md#rest-statuses-and-words). */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 429;

export interface RefusalAnswer {
  status: RefusalStatus;
  /** What the person reads; what exactly is wrong goes into the detail. */
  words: string | ((actor: Actor['kind']) => string);
}

const wrongPassword = 'Unauthorized. Please check your credentials.';
const ourMistake: RefusalAnswer = { status: 400, words: 'Our Mistake! Please try again' };
const invalidPayload: RefusalAnswer = { status: 400, words: 'Invalid Payload' };
const incompatibleTokens: RefusalAnswer = { status: 401, words: 'Not Authorized. Incompatible Tokens passed.' };
const invalidLink: RefusalAnswer = { status: 404, words: 'Invalid Link' };

/** How a refusal is answered, unless the operation has its own way (below). */
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
  REFERENCE_TAKEN: invalidPayload,
  BETTING_CLOSED: { status: 400, words: 'Betting is closed for this round' },
  INVALID_BET_TYPE: { status: 403, words: 'Invalid bet type' },
  NOTHING_TO_CANCEL: { status: 400, words: 'Please try again' },
  OVERRIDE_TOO_LATE: invalidPayload,
};

/** The calls that answer a refusal with other words or another status. */
const variations: { readonly [id in OperationId]?: { readonly [code in DomainErrorCode]?: RefusalAnswer } } = {
  login: { INVALID_INPUT: ourMistake },
  register: { INVALID_INPUT: ourMistake },
  forgotPassword: { INVALID_INPUT: ourMistake, USER_NOT_FOUND: { status: 404, words: 'User does not exist' } },
  verifyLink: { INVALID_INPUT: ourMistake, USER_NOT_FOUND: invalidLink },
  resetPassword: { INVALID_INPUT: ourMistake, USER_NOT_FOUND: invalidLink },
  logout: { UNAUTHENTICATED: incompatibleTokens },
  updatePassword: { INVALID_INPUT: ourMistake },
  addMoney: { INVALID_INPUT: invalidPayload },
  withdrawMoney: { INVALID_INPUT: invalidPayload },
  placeBet: { INSUFFICIENT_FUNDS: { status: 405, words: 'Insufficient Balance. Can-not place bet' } },
  overrideGameResult: { INVALID_INPUT: invalidPayload, BETTING_CLOSED: invalidPayload },
  addUser: { INVALID_INPUT: invalidPayload },
};

/** The status and words with which `operation` (undefined: no operation in particular) answers a refusal. */
export function refusalAnswer(operation: OperationId | undefined, code: DomainErrorCode): RefusalAnswer {
  return (operation && variations[operation]?.[code]) ?? answers[code];
}

/** The headers that go with a refusal. */
export function refusalHeaders(refusal: DomainError): Record<string, string> {
  if (refusal.code === 'RATE_LIMITED') return retryAfter(refusal.extra.retryAfterSeconds);
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': 'Bearer' };
  return {};
}

/** When to try again; whole seconds, as HTTP has them. */
export function retryAfter(seconds: number): Record<string, string> {
  return { 'retry-after': String(Math.ceil(seconds)) };
}

/** Errors of the transport itself, which the domain knows nothing of. */
export const transportAnswers = {
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  SERVER_ERROR: { status: 500, message: 'Server error. Please try again later.' },
  SERVER_BUSY: { status: 503, message: 'Server error. Please try again later.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Server error. Please try again later.' },
} as const;

export type TransportErrorCode = keyof typeof transportAnswers;

/** What every error answer looks like. */
export interface ErrorBody {
  success: false;
  message: string;
  code: DomainErrorCode | TransportErrorCode;
  /** What is wrong, with which field. */
  detail: string;
}

/** What of a refusal its answer is made from. */
export interface RefusalWords extends Pick<DomainError, 'code' | 'message'> {
  extra: { field?: string | null; detail?: string };
}

/** The body that tells of a refusal, in this operation's words. */
export function refusalBody(
  operation: OperationId | undefined,
  refusal: RefusalWords,
  actor: Actor['kind'],
): ErrorBody {
  const { words } = refusalAnswer(operation, refusal.code);
  const message = typeof words === 'function' ? words(actor) : words;
  return { success: false, message, code: refusal.code, detail: detailOf(refusal) };
}

/** The body that tells of an error of the transport. */
export function transportBody(code: TransportErrorCode, detail: string): ErrorBody {
  return { success: false, message: transportAnswers[code].message, code, detail };
}

/** What the domain's inputs are called in this API, where that differs. */
const namesHere: Readonly<Record<string, string>> = {
  payeeId: '_id',
  ticketId: '_id',
  transactionId: '_id',
  reference: 'referenceId',
  from: 'startDate',
  to: 'endDate',
  idempotencyKey: 'Idempotency-Key',
};

/** A detail that always says which field it is about, when it is about one, by the name that the caller knows. */
function detailOf({ message, extra }: RefusalWords): string {
  const { field, detail = message } = extra;
  if (field === undefined || field === null) return detail;
  const name = namesHere[field] ?? field;
  const said = detail.startsWith(`${field} `) ? name + detail.slice(field.length) : detail;
  return said.includes(name) ? said : `${name}: ${said}`;
}
