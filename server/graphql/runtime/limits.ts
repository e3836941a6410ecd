import { GraphQLError, OperationTypeNode, Kind, type DocumentNode } from 'graphql';
import { forEachField, fragmentsOf } from './documentBounds.ts';
import { requestError } from './errors.ts';
import type { Measure } from './measure.ts';

/** Limits of one operation, for every transport: depth, fields, and number of returned values. */
export const limits = { depth: 14, breadth: 500, complexity: 20_000 };

/** The most values of a caller without a session. */
export const MOST_VALUES_OF_STRANGERS = 2_000;

const MAX_MUTATIONS = 10;

/** The refusal of an operation above the limits, null below; the limits are public, so it states them. */
export function tooComplex({ complexity, depth, breadth }: Measure, hasSession: boolean): GraphQLError | null {
  if (depth > limits.depth) return requestError(`The operation is ${depth} levels deep; the limit is ${limits.depth}.`);
  if (breadth > limits.breadth) {
    return requestError(`The operation selects ${breadth} fields; the limit is ${limits.breadth}.`);
  }
  if (complexity > limits.complexity) {
    return requestError(`The operation may return ${complexity} values; the limit is ${limits.complexity}.`);
  }
  if (hasSession || complexity <= MOST_VALUES_OF_STRANGERS) return null;
  return requestError(
    `The operation may return ${complexity} values; the limit without a session is ${MOST_VALUES_OF_STRANGERS}.`,
  );
}

/** The refusal of an operation with too many mutations: ten calls count as ten in the rate limit. */
export function tooManyMutations(document: DocumentNode): GraphQLError | null {
  const fragments = fragmentsOf(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.MUTATION) continue;
    let mutations = 0;
    forEachField(definition.selectionSet, fragments, () => (mutations += 1));
    if (mutations > MAX_MUTATIONS) {
      return new GraphQLError(`An operation may have ${MAX_MUTATIONS} mutations.`, { nodes: definition });
    }
  }
  return null;
}
