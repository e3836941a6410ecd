import { createHash } from 'node:crypto';
import { print, visit, type ASTNode, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { fragmentsOf } from './documentBounds.ts';

/** Maximum length of variables that are compared. */
const MAX_VARIABLES = 1_000;

const known = new WeakMap<OperationDefinitionNode, string>();

/**
 * A key for an operation with its variables, equal for equivalent operations: independent of formatting, the names of
 * operation, fragments and variables, and of variables that the operation doesn't declare. Null when the variables are
 * too long. Their depth must be bounded.
 */
export function canonicalName(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const values = (operation.variableDefinitions ?? []).map(({ variable: { name } }) =>
    variables && Object.hasOwn(variables, name.value) ? [sorted(variables[name.value])] : [],
  );
  const text = JSON.stringify(values);
  return text.length > MAX_VARIABLES ? null : `${hashOf(document, operation)} ${text}`;
}

function hashOf(document: DocumentNode, operation: OperationDefinitionNode): string {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const hash = createHash('sha256').update(canonicalText(document, operation)).digest('base64');
  known.set(operation, hash);
  return hash;
}

/** The operation and its fragments, printed, with fragments renamed in order of appearance. */
function canonicalText(document: DocumentNode, operation: OperationDefinitionNode): string {
  const fragments = fragmentsOf(document);
  const used: string[] = [];
  const variables = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const nameOfFragment = (name: string) => {
    if (!used.includes(name)) used.push(name);
    return `F${used.indexOf(name)}`;
  };
  const renamed = (node: ASTNode): ASTNode =>
    visit(node, {
      FragmentSpread: (spread) => ({ ...spread, name: { ...spread.name, value: nameOfFragment(spread.name.value) } }),
      Variable: (variable) => ({
        ...variable,
        name: { ...variable.name, value: `v${variables.indexOf(variable.name.value)}` },
      }),
      StringValue: (text) => ({ ...text, block: false }),
    });
  const { name: _name, ...unnamed } = operation;
  const parts = [print(renamed(unnamed))];
  // Grows while fragments are found in fragments.
  for (const name of used) {
    const fragment = fragments.get(name);
    if (fragment) {
      const own = { ...fragment.name, value: nameOfFragment(name) };
      parts.push(print(renamed({ ...fragment, name: own })));
    }
  }
  return parts.join('\n');
}

/** The same value with sorted object keys, so that equal variables have equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
