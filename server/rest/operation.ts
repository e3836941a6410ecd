import type { z } from 'zod';
import { VALUES_A_POINT, VALUES_A_STATEMENT } from '../domain/ground/calls/callBudget.ts';
import type { CallKind } from '../domain/ground/calls/callKind.ts';
import type { Context } from '../domain/ground/verbs/context.ts';
import type { DomainErrorCode } from '../domain/ground/refusals/errors.ts';
import { allows, type Action } from '../domain/ground/actors/permissions.ts';
import { refusalsOf, type Verb } from '../domain/ground/verbs/verb.ts';
import { decode } from './decode.ts';
import type { RefusalAnswers } from './errors.ts';

/** The groups of calls; each is the first part of its paths. */
export const groups = ['auth', 'player', 'common', 'sapre', 'admin', 'support'] as const;

/** Of a list in one answer, as far as its cost goes. */
const MOST_ROWS = 100;

export type Group = (typeof groups)[number];

/**
 * Who may call: anyone, any signed-in user, or users for whom the domain allows the action. Checked before the body is
 * read, so that errors in the body reveal nothing to unauthorized callers; the domain checks again.
 */
export type Access = 'public' | 'signedIn' | Action;

interface Description {
  operationId: string;
  method: 'GET' | 'POST';
  path: `/${Group}/${string}`;
  summary: string;
  description: string;
  /**
   * A public operation that requires a bearer token signed by this server, expired or not. Checked before the body is
   * read.
   */
  bearer?: true;
  /** Refusals that it answers with another message or status than other calls (errors.ts). */
  refusalAnswers?: RefusalAnswers;
  example: { body?: object; query?: Record<string, string>; answer: object };
}

/** Headers of a call. */
export interface CallHeaders {
  idempotencyKey: string | undefined;
  /** The bearer token, unverified. */
  bearer: string | undefined;
}

/** A call that changes something names its verb, which determines the permission, how it counts and its refusals. */
interface Acting {
  verb: Verb;
  access?: never;
  values?: never;
}

/** A call that only reads. */
interface Reading {
  verb?: never;
  access: Access;
  /**
   * The values that its twin in GraphQL returns, where they are more than a point has: of a list those of a row, and how many rows
   * there are without a `limit` in the query string. `page`: those of the page itself (default: of a statement).
   */
  values?: { readonly each: number; readonly rows: number; readonly page?: number };
}

/** One call of the API: everything that its route, its description and its tests need. */
export interface Operation extends Description {
  /** Absent when it only reads. */
  verb: Verb | undefined;
  access: Access;
  countsAs: CallKind;
  /** What it costs with a query string, in points, where it counts as none of the other kinds. */
  pointsOf(query: unknown): number;
  /** Accepts an Idempotency-Key: the same key again returns the first answer and moves nothing. */
  idempotent: boolean;
  /** The refusals of the domain that it can answer, beside those implied by the rest. */
  refusals: readonly DomainErrorCode[];
  body: z.ZodType | undefined;
  query: z.ZodType | undefined;
  answer: z.ZodType<object>;
  /** Decodes the input, calls the domain, encodes the result. Throws DomainErrors. */
  respond(ctx: Context, raw: CallHeaders & { body: unknown; query: unknown }): Promise<object>;
}

/** Creates an operation, type-checking its decoded input and encoded result against their schemas. */
export function operation<
  Answer extends object,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  described: Description &
    (Acting | Reading) & {
      /** Refusals of the operation itself, beside its verb's. */
      refusals?: readonly DomainErrorCode[];
      body?: Body;
      query?: Query;
      answer: z.ZodType<Answer>;
      run(ctx: Context, call: CallHeaders & { body: z.output<Body>; query: z.output<Query> }): Answer | Promise<Answer>;
    },
): Operation {
  const { run, body, query, verb, values, refusals = [], ...rest } = described;
  return {
    ...rest,
    verb,
    access: verb === undefined ? described.access : accessTo(verb),
    countsAs: verb?.countsAs ?? 'other',
    pointsOf: pointsOf(values),
    idempotent: verb?.idempotent ?? false,
    refusals: [...(verb?.refusals ?? []), ...refusals],
    body,
    query,
    async respond(ctx, raw) {
      const { bearer, idempotencyKey } = raw;
      return run(ctx, { bearer, idempotencyKey, body: decode(body, raw.body), query: decode(query, raw.query) });
    },
  };
}

/** As the twin in GraphQL: max(1, values / 100), of a statement and its rows. */
function pointsOf(values: Reading['values']): (query: unknown) => number {
  if (values === undefined) return () => 1;
  return (query) => {
    const { limit } = (query ?? {}) as { limit?: unknown };
    const asked = limit === undefined ? values.rows : Number(limit);
    // What is no number is refused when it is read.
    const rows = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MOST_ROWS) : 1;
    return Math.max(1, ((values.page ?? VALUES_A_STATEMENT) + values.each * rows) / VALUES_A_POINT);
  };
}

function accessTo({ may }: Verb): Access {
  return allows({ kind: 'anonymous' }, may) ? 'public' : may;
}

/** Every refusal that an operation can answer. */
export function refusalsIn({ access, body, query, idempotent, refusals }: Operation): Set<DomainErrorCode> {
  const may = access === 'public' || access === 'signedIn' ? null : access;
  return refusalsOf({ may, hasInput: body !== undefined || query !== undefined, idempotent, refusals });
}
