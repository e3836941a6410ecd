import type { z } from 'zod';
import type { CallKind } from '../domain/callKind.ts';
import type { Context } from '../domain/context.ts';
import type { DomainErrorCode } from '../domain/errors.ts';
import { allows, type Action } from '../domain/permissions.ts';
import type { Verb } from '../domain/verb.ts';
import { decode } from './decode.ts';
import type { OperationId } from './operationIds.ts';

/** The groups of calls; each is the first part of its paths. */
export const groups = ['auth', 'player', 'common', 'sapre', 'admin', 'support'] as const;

export type Group = (typeof groups)[number];

/**
 * Who may call: anybody, anybody who is signed in, or those whom the domain allows the action. Asked before the body is
 * read, so that a stranger learns nothing from it; the verb asks again.
 */
export type Access = 'public' | 'signedIn' | Action;

interface Description {
  operationId: OperationId;
  method: 'GET' | 'POST';
  path: `/${Group}/${string}`;
  summary: string;
  description: string;
  /** Public, yet a bearer token that we signed must come with it, expired or not. Checked before the body is read. */
  bearer?: true;
  example: { body?: object; query?: Record<string, string>; answer: object };
}

/** What comes with a call beside body and query. */
export interface CallHeaders {
  idempotencyKey: string | undefined;
  /** The bearer token as it came. */
  bearer: string | undefined;
}

/** A call that acts names its verb, from which follows who may, what it counts as and how it can be refused. */
interface Acting {
  verb: Verb;
  access?: never;
}

/** A call that only reads. */
interface Reading {
  verb?: never;
  access: Access;
}

/** One call of the API: everything that its route, its description and its tests need. */
export interface Operation extends Description {
  /** Absent where it only reads. */
  verb: Verb | undefined;
  access: Access;
  countsAs: CallKind;
  /** Takes an Idempotency-Key: the same key again gives the first answer and moves nothing. */
  idempotent: boolean;
  /** The refusals of the domain that can come out of it, beside those that follow from the rest. */
  refusals: readonly DomainErrorCode[];
  body: z.ZodType | undefined;
  query: z.ZodType | undefined;
  answer: z.ZodType<object>;
  /** Decodes, calls the domain, encodes. Throws DomainErrors. */
  respond(ctx: Context, raw: CallHeaders & { body: unknown; query: unknown }): Promise<object>;
}

/** Makes an operation whose decoded input and encoded answer are checked against their schemas by the compiler. */
export function operation<
  Answer extends object,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  described: Description &
    (Acting | Reading) & {
      /** What it refuses itself, beside what its verb does. */
      refusals?: readonly DomainErrorCode[];
      body?: Body;
      query?: Query;
      answer: z.ZodType<Answer>;
      run(ctx: Context, call: CallHeaders & { body: z.output<Body>; query: z.output<Query> }): Answer | Promise<Answer>;
    },
): Operation {
  const { run, body, query, verb, refusals = [], ...rest } = described;
  return {
    ...rest,
    verb,
    access: verb === undefined ? described.access : accessTo(verb),
    countsAs: verb?.countsAs ?? 'other',
    idempotent: verb?.idempotent ?? false,
    refusals: [...(verb?.refusals ?? []), ...refusals],
    body,
    query,
    async respond(ctx, raw) {
      return run(ctx, { ...raw, body: decode(body, raw.body), query: decode(query, raw.query) });
    },
  };
}

function accessTo({ may }: Verb): Access {
  return allows('anonymous', may) ? 'public' : may;
}

/** Every refusal that can come out of an operation. */
export function refusalsOf(operation: Operation): Set<DomainErrorCode> {
  const { access, body, query, idempotent, refusals } = operation;
  const implied: DomainErrorCode[] = ['RATE_LIMITED'];
  if (body !== undefined || query !== undefined) implied.push('INVALID_INPUT');
  if (access !== 'public') implied.push('UNAUTHENTICATED');
  if (access !== 'public' && access !== 'signedIn' && !(allows('player', access) && allows('admin', access)))
    implied.push('FORBIDDEN');
  if (idempotent) implied.push('IDEMPOTENCY_KEY_REUSED');
  return new Set([...implied, ...refusals]);
}
