import { ComplexityErrorKind, type ComplexityErrorFn } from '@pothos/plugin-complexity';
import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql';
import { requestError } from './errors.ts';

/** What one operation may cost, whatever transport it comes over: levels, fields, and values that it may return. */
export const limits = { depth: 14, breadth: 500, complexity: 20_000 };

/** Longest document, in lexical tokens. GraphiQL's introspection has about 300. */
export const MAX_TOKENS = 4_000;
const MAX_ALIASES = 50;
const MAX_MUTATIONS = 10;

/** The refusal of an operation above the limits; the limits are public, so it says by how much. */
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

/** Refuses documents that repeat the same field under many names: the cheapest way to make a server work. */
export function limitAliases(context: ValidationContext): ASTVisitor {
  let aliases = 0;
  return {
    Field(node) {
      if (node.alias === undefined) return;
      aliases += 1;
      if (aliases === MAX_ALIASES + 1) {
        context.reportError(new GraphQLError(`A document may have ${MAX_ALIASES} aliases.`, { nodes: node }));
      }
    },
  };
}

/** Refuses operations that do many things at once: ten calls are ten requests for the rate limit. */
export function limitMutations(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (node.operation !== 'mutation') return;
      if (countFields(context, node.selectionSet, new Set()) <= MAX_MUTATIONS) return;
      context.reportError(new GraphQLError(`An operation may have ${MAX_MUTATIONS} mutations.`, { nodes: node }));
    },
  };
}

/** How many fields a selection has on its own level, fragments included. Cyclic fragments are another rule's matter. */
function countFields(context: ValidationContext, { selections }: SelectionSetNode, open: Set<string>): number {
  let count = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      count += 1;
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      count += countFields(context, selection.selectionSet, open);
    } else {
      const name = selection.name.value;
      const fragment = context.getFragment(name);
      if (!fragment || open.has(name)) continue;
      count += countFields(context, fragment.selectionSet, new Set([...open, name]));
    }
    if (count > MAX_MUTATIONS) return count;
  }
  return count;
}
