import {
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { CallKind } from '../domain/callKind.ts';
import type { Verb } from '../domain/verb.ts';
import { forEachField, fragmentsOf } from './documentBounds.ts';

/** An operation's name in the metrics, and how many calls it counts as in the rate limit. */
export interface OperationCost {
  /** Its first field: one of the schema's, unlike operation names, which clients invent. */
  name: string;
  bets: number;
  /** Calls that check a secret or send a mail. */
  attempts: number;
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

/** Each mutation counts; a query or subscription counts once, because the complexity limit bounds what it reads. */
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
    others: operation.operation === 'mutation' ? 0 : 1,
    keyed: 0,
  };
  if (operation.operation === 'mutation') addFields(cost, schema, document, operation.selectionSet);
  known.set(operation, cost);
  return cost;
}

const counters = { bet: 'bets', attempt: 'attempts', other: 'others' } as const;

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
