import {
  execute,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { type CallBudget, type Caller, VALUES_A_POINT } from '../../domain/ground/calls/callBudget.ts';
import { type CallCost, costOf as costIn } from '../../domain/ground/calls/callCost.ts';
import type { CallKind } from '../../domain/ground/calls/callKind.ts';
import { DomainError, invalidInput } from '../../domain/ground/refusals/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { nextTurn } from '../../platform/nextTurn.ts';
import type { Span, Tracer } from '../../platform/tracing.ts';
import type { GraphQLContext } from './context.ts';
import { DocumentCache, operationOf, type Prepared } from './documents.ts';
import { logFailure, publicError, refusalError, requestError } from './errors.ts';
import { InFlight } from './inFlight.ts';
import { OpenLimits } from './openLimits.ts';
import { tooComplex } from './limits.ts';
import { measureOf } from './measure.ts';
import { isFree, operationCost, pointsOf, type OperationCost } from './operationCost.ts';
import { payForEvent } from './payForEvent.ts';
import type { EventIterator } from './eventIterator.ts';
import { freedAtEnd, subscribeWithFreshContext } from './subscribeWithFreshContext.ts';
import { Turns } from './turns.ts';
import { variablesRefusal } from './variableBounds.ts';

export interface Operation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
  context: GraphQLContext;
}

/** Concurrent events of unshared subscriptions, each of which may need a database connection. */
const EVENTS_AT_ONCE = 16;

/** Pages that were opened before the message was PersistedQueryNotSupported look for this code. */
const UNKNOWN_HASH = 'PERSISTED_QUERY_NOT_FOUND';

/** Reading a text takes a quarter of a point, and another one for so many characters. */
const CHARACTERS_A_QUARTER = 4_000;

/**
 * Runs operations for every transport, so that limits, masking and caching are the same over HTTP, server-sent events
 * and sockets.
 */
export class Engine {
  readonly schema: GraphQLSchema;
  /** Operations, events of subscriptions, and the reads before them. */
  readonly inFlight = new InFlight();
  readonly #documents: DocumentCache;
  readonly #budget: CallBudget;
  readonly #metrics: Pick<Metrics, 'callSeconds' | 'refusedCalls'>;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #open: OpenLimits;
  readonly #turns = new Turns(EVENTS_AT_ONCE);
  readonly #tracer: Tracer | undefined;

  /** `texts`: documents that clients may send as the SHA-256 hash of their text. */
  constructor(
    schema: GraphQLSchema,
    budget: CallBudget,
    metrics: Pick<Metrics, 'callSeconds' | 'refusedCalls'>,
    open = new OpenLimits({ limited: false }),
    texts: ReadonlyMap<string, string> = new Map(),
    tracer?: Tracer,
  ) {
    this.#tracer = tracer;
    this.#open = open;
    this.#texts = texts;
    this.schema = schema;
    this.#documents = new DocumentCache(schema);
    this.#budget = budget;
    this.#metrics = metrics;
  }

  /**
   * Waits until a caller without a session may have a text read that isn't known; null where that is now. Returns the error result
   * where it would wait too long. Never rejects.
   */
  admit(text: string, context: GraphQLContext): Promise<ExecutionResult | null> | null {
    if (hasSession(context) || this.knows(text)) return null;
    return this.#turn(context, (1 + text.length / CHARACTERS_A_QUARTER) / 4);
  }

  /** Whether a text is known to be valid, so that preparing it is no work. */
  knows(text: string): boolean {
    return this.#documents.knows(text);
  }

  /**
   * The document of a text, parsed, validated and within the limits, or its errors. A text that isn't known to be valid
   * is charged one point before it is parsed; running the operation is charged the rest.
   */
  prepare(text: string, context: GraphQLContext): Prepared {
    try {
      const prepared = this.#documents.prepare(text, (isNew) => {
        context.call.countedAs = this.#countReading(context, isNew);
      });
      if ('errors' in prepared) this.#countRefusal(prepared.errors[0]?.extensions['code']);
      return prepared;
    } catch (error) {
      return { errors: [this.#publicError(error, context)] };
    }
  }

  /**
   * The text with this hash, which is then prepared and charged like any other; or the errors after which clients send
   * the text itself, and no further hashes: the server stores none. An unknown hash is charged like an unknown text.
   */
  textOf(hash: string, context: GraphQLContext): string | { errors: readonly GraphQLError[] } {
    const text = this.#texts.get(hash);
    if (text !== undefined) return text;
    try {
      this.#countReading(context, true);
      return { errors: [requestError('PersistedQueryNotSupported', UNKNOWN_HASH)] };
    } catch (error) {
      return { errors: [this.#publicError(error, context)] };
    }
  }

  /** Runs a query or mutation. Never rejects. */
  execute(operation: Operation): Promise<ExecutionResult> {
    return this.inFlight.run(() => this.#execute(operation));
  }

  async #execute(operation: Operation): Promise<ExecutionResult> {
    const startedAt = performance.now();
    const span = this.#spanOf(operation);
    const cost = costOf(this.schema, operation);
    const { received } = operation.context.call;
    if (cost?.bets === 0) received?.end();
    if (hasJustRead(operation)) await nextTurn();
    const refused = this.#refusal(operation) ?? this.#turn(operation.context, operation.context.call.work);
    const result = withCost((refused && (await refused)) ?? (await this.#run(operation)), this.#costAsked(operation));
    received?.end();
    span?.end({}, result.errors !== undefined);
    for (const code of operation.context.call.refusals ?? []) this.#countRefusal(code);
    this.#metrics.callSeconds.observe(
      {
        transport: 'graphql',
        operation: cost?.name ?? 'unknown',
        outcome: result.errors ? 'error' : 'ok',
      },
      (performance.now() - startedAt) / 1_000,
    );
    return result;
  }

  /** The span of a traced operation, which its context carries on. On a socket it is the first of its trace. */
  #spanOf(operation: Operation): Span | undefined {
    const { context } = operation;
    const { request } = context;
    if (request === undefined ? this.#tracer === undefined : request.span === undefined) return undefined;
    const name = `execute ${costOf(this.schema, operation)?.name ?? 'unknown'}`;
    context.span = request === undefined ? this.#tracer?.root(name) : request.span?.child(name);
    return context.span;
  }

  async #run(operation: Operation): Promise<ExecutionResult> {
    const { context } = operation;
    try {
      return this.#public(await execute(argsOf(this.schema, operation)), context);
    } catch (error) {
      return { errors: [this.#publicError(error, context)] };
    }
  }

  /**
   * Starts a subscription, each of whose events runs in a context of its own, or joins a shared one by `start`, which
   * must not reject. Returns a result where it could not be started. Never rejects.
   */
  async subscribe(
    operation: Operation,
    start: () => Promise<EventIterator<ExecutionResult> | ExecutionResult> = () => this.#ownStream(operation),
  ): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
    operation.context.call.received?.end();
    if (hasJustRead(operation)) await nextTurn();
    const refused = this.#refusal(operation) ?? (await this.#turn(operation.context, operation.context.call.work));
    if (refused) return refused;
    const free = this.#open.subscription(operation.context);
    if (free === null) {
      this.#countRefusal('RATE_LIMITED');
      return tooManySubscriptions();
    }
    const events = await start();
    if (Symbol.asyncIterator in events) return freedAtEnd(events, free);
    free();
    return events;
  }

  /**
   * Takes an operation from its caller's buckets; returns the error result when it is above a limit or can't be run, else null.
   */
  #refusal(operation: Operation): ExecutionResult | null {
    try {
      const refused = this.#count(operation, variablesRefusal(operation.variables));
      this.#requireOneKeyed(operation);
      if (refused === null) return null;
      this.#countRefusal(refused.extensions['code']);
      return refusedWith(refused);
    } catch (error) {
      return refusedWith(this.#publicError(error, operation.context));
    }
  }

  /**
   * Waits for the turn of a caller without a session; null for all others, for what costs nothing (`points` null), and where it is
   * now.
   */
  #turn(context: GraphQLContext, points: number | null = 0): Promise<ExecutionResult | null> | null {
    if (hasSession(context) || points === null) return null;
    const turn = this.#budget.turn(callerOf(context), points);
    return (
      turn?.then(
        () => null,
        (error: unknown) => refusedWith(this.#publicError(error, context), this.#pointsCost(context, points)),
      ) ?? null
    );
  }

  /** What an operation costs, where its caller asked by a header. */
  #costAsked({ context }: Operation): CallCost | null {
    return context.request?.wantsCost ? this.#pointsCost(context, context.call.points ?? 0) : null;
  }

  #pointsCost(context: GraphQLContext, points: number): CallCost | null {
    return costIn(this.#budget.points(callerOf(context)), points);
  }

  /** Refuses an `Idempotency-Key` header where it could be the key of several mutations. */
  #requireOneKeyed(operation: Operation): void {
    if (operation.context.idempotencyHeader === undefined) return;
    if ((costOf(this.schema, operation)?.keyed ?? 0) <= 1) return;
    throw invalidInput(
      'idempotencyKey',
      'The header Idempotency-Key is the key of one mutation, and this operation has several: give each its own in the input.',
    );
  }

  /** Starts a subscription whose events are not shared with other callers: each event is taken from the caller's budget. */
  #ownStream(operation: Operation): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
    const { context } = operation;
    const price = { budget: this.#budget, caller: callerOf(context), points: context.call.points ?? 1 };
    return this.stream(operation, this.#turns, (isOver) => payForEvent(price, context.clock, isOver));
  }

  /**
   * Starts a subscription without counting it: for streams that several callers share. Its events are scheduled by
   * these turns, each after `pay`.
   */
  async stream(
    operation: Operation,
    turns = this.#turns,
    pay?: (isOver: () => boolean) => Promise<void>,
  ): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
    const { context } = operation;
    try {
      const args = argsOf(this.schema, operation);
      const events = await subscribeWithFreshContext(args, {
        finish: (result) => this.#public(result, context),
        turns,
        inFlight: this.inFlight,
        pay,
      });
      return Symbol.asyncIterator in events ? events : this.#public(events, context);
    } catch (error) {
      return { errors: [this.#publicError(error, context)] };
    }
  }

  /**
   * Charges a point for parsing a text, and returns its kind. A player whose points are used up may still bet: a
   * new text may be a bet, and counts as one until it is parsed.
   */
  #countReading(context: GraphQLContext, isNew: boolean): CallKind {
    const caller = callerOf(context);
    try {
      this.#budget.take({ kind: 'other', count: 1, ...caller });
      return 'other';
    } catch (error) {
      if (!isNew || context.actor.kind !== 'player') throw error;
      this.#budget.take({ kind: 'bet', count: 1, ...caller });
      return 'bet';
    }
  }

  /**
   * Takes the calls and points of an operation. Returns the refusal of one whose variables are `unfit`, or that is too complex:
   * it costs a point.
   */
  #count(operation: Operation, unfit: GraphQLError | null): GraphQLError | null {
    const { context, document, variables } = operation;
    const definition = operationOf(document, operation.operationName);
    const cost = definition && operationCost(this.schema, document, definition);
    const measure = unfit || !definition ? null : measureOf(this.schema, document, definition, variables);
    const refused = unfit ?? (measure && tooComplex(measure, hasSession(context)));
    const { bets, attempts } = refused || !cost ? { bets: 0, attempts: 0 } : cost;
    const points = refused || !cost ? 1 : pointsOf(cost, measure?.complexity ?? 0);
    const caller = callerOf(context);
    const { countedAs } = context.call;
    context.call.countedAs = null;
    context.call.points = points;
    context.call.work = cost && isFree(cost) ? null : (measure?.complexity ?? 0) / VALUES_A_POINT;
    const betsLeft = countedAs === 'bet' ? bets - 1 : bets;
    const pointsLeft = countedAs === 'other' ? points - 1 : points;
    // What is spread comes last (.github/decisions/019, until 2027-04-30).
    if (betsLeft > 0) this.#budget.take({ kind: 'bet', count: betsLeft, ...caller });
    if (attempts > 0) this.#budget.take({ kind: 'attempt', count: attempts, ...caller });
    // Negative for an operation of bets, attempts or free calls only: the point charged for parsing is refunded.
    if (pointsLeft !== 0) this.#budget.take({ kind: 'other', count: pointsLeft, requested: points, ...caller });
    if (!refused || !measure) return refused;
    const requested = measure.complexity / VALUES_A_POINT;
    return new GraphQLError(refused.message, {
      extensions: { ...refused.extensions, ...costFound(this.#pointsCost(context, requested)) },
    });
  }

  #publicError(error: unknown, { log, request }: GraphQLContext): GraphQLError {
    const report = (cause: unknown) => logFailure(request?.log ?? log, cause, 'a GraphQL operation');
    const shown = publicError(error, report, request?.id);
    this.#countRefusal(shown.extensions['code']);
    return shown;
  }

  #countRefusal(code: unknown): void {
    this.#metrics.refusedCalls.inc({ transport: 'graphql', reason: String(code) });
  }

  #public(result: ExecutionResult, context: GraphQLContext): ExecutionResult {
    if (!result.errors) return result;
    return { ...result, errors: result.errors.map((error) => this.#publicError(error, context)) };
  }
}

/** Retry-After where only closing something helps. */
const RETRY_AFTER_SECONDS = 60;

/** The error for a caller with too many open subscriptions, or too many that no other caller shares. */
export function tooManySubscriptions(): ExecutionResult {
  const refusal = new DomainError('RATE_LIMITED', 'Too many open subscriptions.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  return { errors: [refusalError(refusal)] };
}

/** Null when the document has no such operation, which execution will report. */
function costOf(schema: GraphQLSchema, { document, operationName }: Operation): OperationCost | null {
  const operation = operationOf(document, operationName);
  return operation && operationCost(schema, document, operation);
}

/**
 * Whether the text of this call was new. Reading it may take as long as executing its operation, so other calls have their turn
 * of the event loop in between.
 */
function hasJustRead({ context }: Operation): boolean {
  return context.call.countedAs !== null;
}

function argsOf(schema: GraphQLSchema, { document, operationName, variables, context }: Operation) {
  return {
    schema,
    document,
    contextValue: context,
    operationName: operationName ?? null,
    variableValues: variables ?? null,
  } satisfies ExecutionArgs;
}

function callerOf({ actor, client }: GraphQLContext): Caller {
  return { actor, address: client?.address ?? null };
}

function hasSession({ actor }: GraphQLContext): boolean {
  return 'userId' in actor;
}

/** The result of a refusal; its cost is found beside it as well as in it. */
function refusedWith(
  error: GraphQLError,
  cost = error.extensions['cost'] as CallCost | null | undefined,
): ExecutionResult {
  return withCost({ errors: [error] }, cost ?? null);
}

function withCost(result: ExecutionResult, cost: CallCost | null): ExecutionResult {
  return cost === null ? result : { ...result, extensions: { ...result.extensions, cost } };
}

function costFound(cost: CallCost | null): { cost?: CallCost } {
  return cost === null ? {} : { cost };
}
