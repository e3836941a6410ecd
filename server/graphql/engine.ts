import { execute, type DocumentNode, type ExecutionArgs, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { Actor } from '../domain/context.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { GraphQLContext } from './context.ts';
import { DocumentCache, operationOf, type Prepared } from './documents.ts';
import { publicError } from './errors.ts';
import { operationCost, type OperationCost } from './operationCost.ts';
import { subscribeAfresh, type EventIterator } from './subscribeAfresh.ts';

export interface Operation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
  context: GraphQLContext;
}

/** Counts calls; throws RATE_LIMITED when there have been too many. */
export type CountCalls = (calls: {
  actor: Actor;
  address: string;
  kind: 'bet' | 'attempt' | 'other';
  count: number;
}) => void;

/**
 * Runs operations for every transport, so that limits, masking and caching are the same over HTTP, server-sent events
 * and sockets.
 */
export class Engine {
  readonly schema: GraphQLSchema;
  readonly #documents: DocumentCache;
  readonly #countCalls: CountCalls;
  readonly #callSeconds: Metrics['callSeconds'];

  constructor(schema: GraphQLSchema, countCalls: CountCalls, { callSeconds }: Metrics) {
    this.schema = schema;
    this.#documents = new DocumentCache(schema);
    this.#countCalls = countCalls;
    this.#callSeconds = callSeconds;
  }

  /** The document of a text, parsed, validated and within the limits, or what is wrong with it. */
  prepare(text: string): Prepared {
    return this.#documents.prepare(text);
  }

  /** Runs a query or mutation. Never rejects. */
  async execute(operation: Operation): Promise<ExecutionResult> {
    const startedAt = performance.now();
    const result = this.refusal(operation) ?? (await this.#run(operation));
    this.#callSeconds.observe(
      {
        transport: 'graphql',
        operation: costOf(operation)?.name ?? 'unknown',
        outcome: result.errors ? 'error' : 'ok',
      },
      (performance.now() - startedAt) / 1_000,
    );
    return result;
  }

  async #run(operation: Operation): Promise<ExecutionResult> {
    const { context } = operation;
    try {
      return this.#public(await execute(argsOf(this.schema, operation)), context);
    } catch (error) {
      return { errors: [toPublicError(error, context)] };
    }
  }

  /**
   * Starts a subscription, each of whose events runs in a context of its own. Gives a result where it could not be
   * started. Never rejects.
   */
  async subscribe(operation: Operation): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
    return this.refusal(operation) ?? this.stream(operation);
  }

  /** Counts an operation as a call; gives the answer to it when there have been too many, else null. */
  refusal(operation: Operation): ExecutionResult | null {
    try {
      this.#count(operation);
      return null;
    } catch (error) {
      return { errors: [toPublicError(error, operation.context)] };
    }
  }

  /** Starts a subscription without counting it: for streams that several callers share. */
  async stream(operation: Operation): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
    const { context } = operation;
    try {
      const args = argsOf(this.schema, operation);
      const events = await subscribeAfresh(args, (result) => this.#public(result, context));
      return Symbol.asyncIterator in events ? events : this.#public(events, context);
    } catch (error) {
      return { errors: [toPublicError(error, context)] };
    }
  }

  #count(operation: Operation): void {
    const { context } = operation;
    const { bets, attempts, others } = costOf(operation) ?? { bets: 0, attempts: 0, others: 1 };
    const caller = { actor: context.actor, address: context.client?.address ?? '' };
    if (bets > 0) this.#countCalls({ ...caller, kind: 'bet', count: bets });
    if (attempts > 0) this.#countCalls({ ...caller, kind: 'attempt', count: attempts });
    if (others > 0) this.#countCalls({ ...caller, kind: 'other', count: others });
  }

  #public(result: ExecutionResult, context: GraphQLContext): ExecutionResult {
    if (!result.errors) return result;
    return { ...result, errors: result.errors.map((error) => toPublicError(error, context)) };
  }
}

/** Null when the document has no such operation, which executing will say. */
function costOf({ document, operationName }: Operation): OperationCost | null {
  const operation = operationOf(document, operationName);
  return operation && operationCost(document, operation);
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

function toPublicError(error: unknown, { log }: GraphQLContext) {
  return publicError(error, (bug) => log.error({ err: bug }, 'a GraphQL operation failed unexpectedly'));
}
