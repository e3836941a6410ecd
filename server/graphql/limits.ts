import { ComplexityErrorKind, type ComplexityErrorFn } from '@pothos/plugin-complexity';
import { GraphQLError, OperationTypeNode, Kind, type DocumentNode } from 'graphql';
import { forEachField, fragmentsOf } from './documentBounds.ts';
import { requestError } from './errors.ts';

/** Limits of one operation, for every transport: depth, fields, and number of returned values. */
export const limits = { depth: 14, breadth: 500, complexity: 20_000 };

const MAX_MUTATIONS = 10;

/** The refusal of an operation above the limits; the limits are public, so it states them. */
export const tooCostly: ComplexityErrorFn = (kind, result) => {
  switch (kind) {
    case ComplexityErrorKind.Depth:
      return requestError(`The operation is ${result.depth} levels deep; the limit is ${result.maxDepth}.`);
    case ComplexityErrorKind.Breadth:
      return requestError(`The operation selects ${result.breadth} fields; the limit is ${result.maxBreadth}.`);
    case ComplexityErrorKind.Complexity:
      return requestError(
        `The operation may return ${result.complexity} values; the limit is ${result.maxComplexity}.`,
      );
  }
};

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
