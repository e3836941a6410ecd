import type { AuditAction } from './auditActions.ts';
import type { CallKind } from './callKind.ts';
import type { DomainErrorCode } from './errors.ts';
import type { Action } from './permissions.ts';

/**
 * What is the same for a verb whichever way it is called, declared once beside it. The verb takes its permission check
 * and its audit actions from here, GraphQL its mutation, REST its operation and its part of the OpenAPI document.
 */
export interface Verb {
  /** Its name in GraphQL, and that under which its idempotency keys are stored. */
  name: string;
  /** Who may: a line of permissions.ts. */
  may: Action;
  /** What a call counts as in the limits on calls. What checks a secret or sends a mail is an attempt. */
  countsAs: CallKind;
  /** Takes an idempotency key: the same key again gives the first answer and changes nothing. So does all that moves money. */
  idempotent: boolean;
  /** The rows that it may leave in the audit log. */
  audit: readonly AuditAction[];
  /** Its refusals, beside those of every call: INVALID_INPUT, RATE_LIMITED, who may, and reused keys. */
  refusals: readonly DomainErrorCode[];
}

/** Declares a verb. Its facts keep their literal types, so that one can be named: `raiseTicketVerb.may`. */
export function verb<const Declared extends Verb>(declared: Declared): Declared {
  return declared;
}
