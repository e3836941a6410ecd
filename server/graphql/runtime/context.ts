import type { CallKind } from '../../domain/ground/calls/callKind.ts';
import type { Context } from '../../domain/ground/verbs/context.ts';
import type { ReceivedCall } from '../../domain/ground/calls/receivedCalls.ts';
import type { DomainErrorCode } from '../../domain/ground/refusals/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { Span } from '../../platform/tracing.ts';
import type { Steps } from './steps.ts';

/** Values that are the same in every call and only this transport needs. */
export interface ProductFacts {
  /** The product's name as a path. */
  slug: string;
}

/** The HTTP request behind an operation. */
export interface CallRequest {
  readonly id: string;
  /** Its lines have the id. */
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Undefined where it is not traced. */
  readonly span?: Span | undefined;
  /** The caller wants to know what its operation costs. */
  readonly wantsCost: boolean;
}

/** Context of every resolver: the domain's context of this call, and what only this transport needs. */
export interface GraphQLContext extends Context {
  product: ProductFacts;
  /** The access token of the request, if any. */
  token: string | undefined;
  /** The HTTP request of the operation; undefined on sockets. */
  readonly request: CallRequest | undefined;
  /**
   * The request's `Idempotency-Key` header: the key of the operation's only mutation that takes one. Beside `request`,
   * which Yoga replaces by its own.
   */
  readonly idempotencyHeader: string | undefined;
  /** In which its operation is executed. */
  readonly steps: Steps;
  /** The caller sent an invalid token (expired, ended, malformed), as opposed to none. */
  tokenRefused: boolean;
  /** The kind as which this call has already been counted, before an unknown document was parsed. */
  readonly call: {
    countedAs: CallKind | null;
    /** What its operation costs; absent before that is known. */
    points?: number;
    /** The work of an operation in points, without a minimum; null for what costs nothing. */
    work?: number | null;
    /** Of the call that brought the operation; undefined for what began otherwise. */
    readonly received?: ReceivedCall | undefined;
    /** Why its mutations were refused, where a refusal is part of the result; absent without. */
    refusals?: DomainErrorCode[];
  };
  /** A context of the same caller at a later moment; anonymous, with its token refused, once the session has ended. */
  renew(): Promise<GraphQLContext>;
}
