import type { AuditAction } from './auditActions.ts';
import type { CallKind } from '../calls/callKind.ts';
import type { DomainErrorCode } from '../refusals/errors.ts';
import { type Action, isForMembers } from '../actors/permissions.ts';

/**
 * Properties of a domain operation ("verb") that are the same for every transport, declared once beside it: the verb
 * takes its permission check and its audit actions from here, GraphQL its mutation, REST its operation and its part of
 * the OpenAPI document.
 */
export interface Verb {
  /** Its name in GraphQL, under which its idempotency keys are stored too. */
  name: string;
  /** The required permission: an action of permissions.ts. */
  may: Action;
  /** How a call counts in the rate limits. Checking a secret or sending a mail is an attempt. */
  countsAs: CallKind;
  /**
   * Accepts an idempotency key: the same key again returns the first answer and changes nothing. Required for
   * everything that moves money.
   */
  idempotent: boolean;
  /** The audit actions that it may record. */
  audit: readonly AuditAction[];
  /** Its refusals, beside those of every call: INVALID_INPUT, RATE_LIMITED, authorization, and reused keys. */
  refusals: readonly DomainErrorCode[];
}

/** What decides the refusals that a call has beside its own. */
interface RefusingCall extends Pick<Verb, 'idempotent' | 'refusals'> {
  /** The required permission; null where any caller, or any signed-in caller, is allowed. */
  may: Action | null;
  hasInput: boolean;
}

/** Every refusal that a call can give, over whatever transport: those of every such call, then its own. */
export function refusalsOf({ may, hasInput, idempotent, refusals }: RefusingCall): Set<DomainErrorCode> {
  return new Set<DomainErrorCode>([
    'RATE_LIMITED',
    // A public call refuses an Authorization header that isn't a bearer token.
    'UNAUTHENTICATED',
    ...(may !== null && !isForMembers(may) ? (['FORBIDDEN'] as const) : []),
    ...(hasInput ? (['INVALID_INPUT'] as const) : []),
    ...refusals,
    ...(idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
  ]);
}

/**
 * Declares a verb. Literal types are preserved, so that properties such as `raiseTicketVerb.may` can be used in types.
 */
export function verb<const Declared extends Verb>(declared: Declared): Declared {
  return declared;
}
