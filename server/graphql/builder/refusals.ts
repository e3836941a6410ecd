import type { DomainError, DomainErrorCode, DomainErrorOf } from '../../domain/ground/refusals/errors.ts';
import { builder } from './builder.ts';
import { enumOf } from './enumOf.ts';
import { answers } from '../runtime/errors.ts';

/** A refusal as part of a result. Not an Error itself, which GraphQL would treat as a failure of the field. */
export class Refused<Error extends DomainError = DomainError> {
  readonly code: Error['code'];
  readonly message: string;
  readonly extra: Error['extra'];

  constructor({ code, message, extra }: Error) {
    this.code = code;
    this.message = message;
    this.extra = extra;
  }
}

/** The result for refusals with this code. */
type RefusedWith<Code extends DomainErrorCode> = Refused<DomainErrorOf<Code> & DomainError>;

const Code = enumOf<DomainErrorCode>('DomainErrorCode', 'Every reason for which something is refused.', {
  UNAUTHENTICATED: 'Nobody is signed in, or the session has ended.',
  FORBIDDEN: 'Signed in, but not allowed to do this.',
  RATE_LIMITED: 'Too many requests; wait and try again.',
  INVALID_INPUT: 'An input is missing, malformed or out of range.',
  NOT_FOUND: 'There is no such thing, or not for this caller.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used before with another payload.',
  BAD_CREDENTIALS: 'The password does not fit, or the account is deactivated.',
  USER_NOT_FOUND: 'Nobody has this email, UID or name.',
  EMAIL_TAKEN: 'Somebody with this email exists already.',
  INCORRECT_OLD_PASSWORD: 'The old password is not right.',
  OTP_REQUIRED: 'The account has a second factor: send a code of it too.',
  OTP_WRONG: 'The code of the second factor is wrong, too old, or has been used.',
  OTP_ENROLMENT_REQUIRED: 'This account must have a second factor; until it has, nothing but setting it up is allowed.',
  TOKENS_INCOMPATIBLE: 'The refresh token belongs to another session.',
  LINK_INVALID: 'The link is not one of ours.',
  LINK_HASH_INVALID: 'The link was altered.',
  LINK_EXPIRED: 'The link is too old.',
  LINK_USED: 'The link has been used.',
  RESET_TOKEN_INVALID: 'The token of the password reset does not fit.',
  RESET_TOKEN_SPENT: 'The token of the password reset has been used.',
  USER_PROTECTED: 'This account may not be changed so: the primary admin, or oneself.',
  ACCOUNT_IN_USE: 'The account can’t be closed: there is money in it, a pending request, or a live bet.',
  INSUFFICIENT_FUNDS: 'The available balance is not enough.',
  ALREADY_DECIDED: 'The transaction has been decided or cancelled before.',
  ALREADY_PROPOSED: 'An admin has proposed this; another one has to confirm or decline the proposal first.',
  PROPOSAL_ENDED: 'The proposal is decided, or has expired.',
  OWN_PROPOSAL:
    'Another admin must do it: who made a proposal, a freeze or a block may not confirm, extend or lift it, nor who has ' +
    'set a result be the one who looks at it; to loosen a rule, an owner who has been one for 72 hours.',
  NOT_PAID: 'The withdrawal is not paid: nothing can come back.',
  NOT_APPROVED: 'The withdrawal is not approved yet, or not any more: nothing is recorded.',
  PAYOUTS_FROZEN: 'The payouts of the player are frozen: no withdrawal of theirs is approved.',
  PAYOUT_ACCOUNT_BLOCKED: 'The payout account is blocked: no withdrawal to it is approved.',
  PAYOUT_IN_BATCH: 'The withdrawal is in a batch, where its outcome is recorded.',
  PAYOUT_BATCH_HELD: 'Another admin has the batch in hand, or nobody: it is taken first.',
  REFERENCE_TAKEN: 'The payment reference is pending or approved already.',
  NO_PLAY_CREDIT: 'No play money may be claimed now: too much is left, today’s was claimed, or there is none.',
  WITHDRAWAL_FINAL: 'With real money a withdrawal can’t be cancelled once it is requested.',
  TOO_MANY_OPEN: 'As many of the player’s requests wait as may; the message has the number.',
  DAILY_LIMIT: 'More than an account may send in a day, or in an hour; the message has the bound.',
  BELOW_MINIMUM: 'Less than the smallest withdrawal, and not everything that is available.',
  PAUSED: 'An operator has paused it; the detail is the notice.',
  STAKE_LIMIT: 'More than the player’s own limit on stakes allows.',
  LOSS_LIMIT: 'More than the player’s own limit on losses allows.',
  DEPOSIT_LIMIT: 'More than the player’s own limit on deposits allows.',
  TIME_OUT: 'The player takes a time-out.',
  SELF_EXCLUDED: 'The player is self-excluded, or limits or a pause of its owner keep the email from registering.',
  REALITY_CHECK: 'Bets wait for the player to answer the reality check.',
  TICKET_HELD: 'Somebody else has the ticket than the caller knew, or nobody has.',
  CHANGED_MEANWHILE: 'Somebody has changed it since the caller read it.',
  NAME_TAKEN: 'Another one has this name.',
  STATEMENT_UNCLEAR:
    'The statement leaves a question open, or contradicts its own balances; the detail is the first question.',
  BETTING_CLOSED: 'The contest takes no bets any more.',
  LIMIT_EXCEEDED: 'The bet is beyond a limit of its contest.',
  INVALID_BET_TYPE: 'The kind of bet is unknown.',
  NOTHING_TO_CANCEL: 'There is no bet that could be cancelled.',
  OVERRIDE_TOO_LATE: 'Too close to the end of betting, or after it.',
  OVERRIDE_BEYOND_LIMIT:
    'The round is one of the profit rule in a game with a payout limit, which a number set by an operator could break.',
  STAKES_SECRET: 'It would tell stakes of the player that are secret until betting closes.',
});

export const DomainErrorInterface = builder.interfaceRef<Refused>('DomainError').implement({
  description: 'A refusal: expected and explained; nothing has changed.',
  resolveType: ({ code }) => (answers[code] === 'error' ? 'Refusal' : answers[code]),
  fields: (t) => ({
    code: t.expose('code', { type: Code, description: 'Why, for programs.' }),
    message: t.exposeString('message', { description: 'Why, for people.' }),
  }),
});

export const InvalidInput = builder.objectRef<RefusedWith<'INVALID_INPUT'>>('InvalidInput').implement({
  description: 'An input is missing, malformed or out of range.',
  interfaces: [DomainErrorInterface],
  fields: (t) => ({
    field: t.string({
      nullable: true,
      description: 'Which input; null when it is about several together.',
      resolve: (refusal) => refusal.extra.field,
    }),
    detail: t.string({
      description: 'What is wrong with it.',
      resolve: (refusal) => refusal.extra.detail,
    }),
  }),
});

export const InsufficientFunds = builder.objectRef<RefusedWith<'INSUFFICIENT_FUNDS'>>('InsufficientFunds').implement({
  description: 'The available balance is not enough.',
  interfaces: [DomainErrorInterface],
  fields: (t) => ({
    available: t.field({
      type: 'Money',
      description: 'The balance that was not enough, in rupees.',
      resolve: (refusal) => refusal.extra.availablePaise,
    }),
  }),
});

export const SafetyRefusal = builder
  .objectRef<
    RefusedWith<'STAKE_LIMIT' | 'LOSS_LIMIT' | 'DEPOSIT_LIMIT' | 'TIME_OUT' | 'SELF_EXCLUDED' | 'REALITY_CHECK'>
  >('SafetyRefusal')
  .implement({
    description: 'What the player has set to play safely forbids it.',
    interfaces: [DomainErrorInterface],
    fields: (t) => ({
      until: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When that ends; null: never, or when the reality check is answered.',
        resolve: (refusal) => refusal.extra.until,
      }),
      remaining: t.field({
        type: 'Money',
        nullable: true,
        description: 'What a limit still allows until then, in rupees; null for anything else.',
        resolve: (refusal) => refusal.extra.remainingPaise,
      }),
      detail: t.string({
        description: 'The same in words.',
        resolve: (refusal) => refusal.extra.detail ?? refusal.message,
      }),
    }),
  });

const BetLimit = enumOf<DomainErrorOf<'LIMIT_EXCEEDED'>['extra']['limit']>('BetLimit', 'A limit of a contest.', {
  MIN_BET: 'The smallest bet.',
  MAX_BET: 'The largest bet.',
  MAX_STAKE: 'What one player may stake in the contest.',
  MAX_PAYOUT: 'What the contest’s bets together may return at any number, where the draw decides.',
});

export const LimitExceeded = builder.objectRef<RefusedWith<'LIMIT_EXCEEDED'>>('LimitExceeded').implement({
  description: 'The bet is beyond a limit of its contest.',
  interfaces: [DomainErrorInterface],
  fields: (t) => ({
    limit: t.field({ type: BetLimit, description: 'Which limit.', resolve: (refusal) => refusal.extra.limit }),
    possible: t.field({
      type: 'Money',
      nullable: true,
      description:
        'What is still possible, in rupees: for `MIN_BET` the smallest amount, otherwise the largest one on this ' +
        'selection, 0 for none. Never null.',
      resolve: (refusal) => refusal.extra.possiblePaise,
    }),
    detail: t.string({
      description: 'The same in words.',
      resolve: (refusal) => refusal.extra.detail ?? refusal.message,
    }),
  }),
});

/** Its field `contest` is added where contests are described. */
export const BettingClosed = builder.objectRef<RefusedWith<'BETTING_CLOSED'>>('BettingClosed').implement({
  description: 'The contest takes no bets any more.',
  interfaces: [DomainErrorInterface],
  fields: (t) => ({
    detail: t.string({
      nullable: true,
      description:
        'What exactly is wrong, such as “received in time, too many at once”; null when the message says it all.',
      resolve: (refusal) => refusal.extra.detail ?? null,
    }),
  }),
});

/** Its field `transaction` is added where transactions are described. */
export const AlreadyDecided = builder.objectRef<RefusedWith<'ALREADY_DECIDED'>>('AlreadyDecided').implement({
  description: 'Somebody has decided or cancelled the transaction before; no money moved.',
  interfaces: [DomainErrorInterface],
});

/** Its field `holder` is added where assignments are described. */
export const TicketHeld = builder.objectRef<RefusedWith<'TICKET_HELD'>>('TicketHeld').implement({
  description: 'Another admin was sooner: somebody else has the ticket than the caller knew; nothing has changed.',
  interfaces: [DomainErrorInterface],
});

export const Refusal = builder.objectRef<Refused>('Refusal').implement({
  description: 'Any other refusal; `code` tells which.',
  interfaces: [DomainErrorInterface],
  fields: (t) => ({
    detail: t.string({
      nullable: true,
      description: 'What exactly is wrong; null when the message says it all.',
      resolve: (refusal) => refusal.extra.detail ?? null,
    }),
  }),
});
