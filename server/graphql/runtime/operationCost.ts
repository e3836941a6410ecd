import {
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { VALUES_A_POINT } from '../../domain/ground/calls/callBudget.ts';
import type { CallKind } from '../../domain/ground/calls/callKind.ts';
import type { Verb } from '../../domain/ground/verbs/verb.ts';
import { forEachField, fragmentsOf } from './documentBounds.ts';

/** An operation's name in the metrics, and the calls in it that are limited apart from its points. */
export interface OperationCost {
  /** Its first field: one of the schema's, unlike operation names, which clients invent. */
  name: string;
  bets: number;
  /** Calls that check a secret or send a mail. */
  attempts: number;
  /** Calls that cost nothing. */
  free: number;
  /** All other mutations; 1 for a query or subscription. */
  others: number;
  /** Mutations that take an idempotency key. */
  keyed: number;
}

/** The kind that a mutation field's verb declares; `other` for `__typename`. */
export function callKindOf(schema: GraphQLSchema, field: string): CallKind {
  return verbOf(schema, field)?.countsAs ?? 'other';
}

function verbOf(schema: GraphQLSchema, field: string): Verb | undefined {
  return schema.getMutationType()?.getFields()[field]?.extensions['verb'] as Verb | undefined;
}

const known = new WeakMap<OperationDefinitionNode, OperationCost>();

/** The calls of an operation, by how they count. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const before = known.get(operation);
  if (before) return before;
  const cost: OperationCost = {
    name: firstField(operation.selectionSet),
    bets: 0,
    attempts: 0,
    free: 0,
    others: operation.operation === 'mutation' ? 0 : 1,
    keyed: 0,
  };
  if (operation.operation === 'mutation') addFields(cost, schema, document, operation.selectionSet);
  known.set(operation, cost);
  return cost;
}

const counters = { bet: 'bets', attempt: 'attempts', free: 'free', other: 'others' } as const;

/** Whether all of its calls cost nothing. */
export function isFree({ bets, attempts, others }: OperationCost): boolean {
  return bets + attempts + others === 0;
}

/**
 * The points of an operation with so many values: one for each call that has no bucket of its own, and what it returns beyond a
 * point's values for each call. So a query or a single mutation costs max(1, values / 100).
 */
export function pointsOf({ bets, attempts, free, others }: OperationCost, complexity: number): number {
  const calls = bets + attempts + free + others;
  return others + Math.max(0, complexity / VALUES_A_POINT - calls);
}

function addFields(
  cost: OperationCost,
  schema: GraphQLSchema,
  document: DocumentNode,
  selectionSet: SelectionSetNode,
): void {
  forEachField(selectionSet, fragmentsOf(document), ({ name }) => {
    cost[counters[callKindOf(schema, name.value)]] += 1;
    if (verbOf(schema, name.value)?.idempotent) cost.keyed += 1;
  });
}

function firstField({ selections }: SelectionSetNode): string {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection.name.value;
  }
  return 'fragment';
}
