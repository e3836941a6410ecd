import {
  GraphQLError,
  Kind,
  Lexer,
  Source,
  TokenKind,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Bounds of a document. All later work (parsing, validating, executing) is linear for a document within these bounds,
 * or negligible. GraphiQL's introspection and the web app's largest document have about 300 tokens, 16 levels of
 * brackets, 20 fragments. Why not graphql-armor: .github/decisions/015.
 */
export const bounds = {
  /** Maximum text length, in UTF-16 units: whitespace and comments are no tokens, but are scanned too. */
  length: 64_000,
  tokens: 4_000,
  /** Levels of braces, brackets and parentheses: parsers and visitors recurse. */
  nesting: 50,
  operations: 20,
  /** Validation compares each with each other one. */
  fragments: 50,
  spreads: 300,
  directives: 100,
  aliases: 50,
  /** `__schema` and `__type`: each traverses the whole schema. */
  introspections: 2,
  /**
   * Cost of comparing fields of the same name with each other, see {@link comparisons}. 300 fields of one name without
   * arguments are within it.
   */
  comparisons: 100_000,
};

/** Weight of a node of a field's arguments in a comparison, relative to its name: comparing prints the arguments. */
const ARGUMENT_WEIGHT = 16;

const openers: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closers: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Throws a GraphQLError when a text is too long or too deep to be parsed: parsing recurses. */
export function requireParsable(text: string): void {
  if (text.length > bounds.length) throw new GraphQLError(`A document may have ${bounds.length} characters.`);
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  let tokens = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    tokens += 1;
    // The parser rejects these itself, with its own message.
    if (tokens > bounds.tokens) return;
    if (openers.has(kind)) depth += 1;
    else if (closers.has(kind)) depth -= 1;
    if (depth > bounds.nesting) {
      throw new GraphQLError(`A document may be nested ${bounds.nesting} levels deep.`);
    }
  }
}

interface Counts {
  aliases: number;
  directives: number;
  fragments: number;
  introspections: number;
  operations: number;
  spreads: number;
}

/** The bound that a document exceeds, or null. Each node is visited once; fragments are not followed. */
export function boundsExceeded(document: DocumentNode): GraphQLError | null {
  const counts: Counts = { aliases: 0, directives: 0, fragments: 0, introspections: 0, operations: 0, spreads: 0 };
  const fieldsByName = new Map<string, FieldNode[]>();
  forEachNode(document, (node) => {
    count(counts, node);
    if (node.kind !== Kind.FIELD) return;
    const name = (node.alias ?? node.name).value;
    const sameName = fieldsByName.get(name);
    if (sameName) sameName.push(node);
    else fieldsByName.set(name, [node]);
  });
  for (const [what, most] of [
    ['aliases', bounds.aliases],
    ['directives', bounds.directives],
    ['fragments', bounds.fragments],
    ['introspections', bounds.introspections],
    ['operations', bounds.operations],
    ['spreads', bounds.spreads],
  ] as const) {
    if (counts[what] > most) return new GraphQLError(`A document may have ${most} ${names[what]}.`);
  }
  if (comparisons(fieldsByName) > bounds.comparisons) {
    return new GraphQLError('The document repeats the same fields too often.');
  }
  return cycle(document);
}

const names: Record<keyof Counts, string> = {
  aliases: 'aliases',
  directives: 'directives',
  fragments: 'fragments',
  introspections: 'introspection fields',
  operations: 'operations',
  spreads: 'fragment spreads',
};

function count(counts: Counts, node: ASTNode): void {
  if (node.kind === Kind.FIELD) {
    if (node.alias) counts.aliases += 1;
    if (node.name.value === '__schema' || node.name.value === '__type') counts.introspections += 1;
  } else if (node.kind === Kind.DIRECTIVE) {
    counts.directives += 1;
  } else if (node.kind === Kind.FRAGMENT_SPREAD) {
    counts.spreads += 1;
  } else if (node.kind === Kind.FRAGMENT_DEFINITION) {
    counts.fragments += 1;
  } else if (node.kind === Kind.OPERATION_DEFINITION) {
    counts.operations += 1;
  }
}

/**
 * An upper bound for the cost of GraphQL's rule that fields of one response name must be compatible. The rule compares
 * every two of them that may occur in one selection, and prints the arguments of both for each pair. Computed over the
 * whole document, because which fields can meet is only known after traversing all fragments, which is the expensive
 * part.
 */
function comparisons(fieldsByName: ReadonlyMap<string, readonly FieldNode[]>): number {
  let sum = 0;
  for (const fields of fieldsByName.values()) {
    let weight = 0;
    for (const field of fields) {
      weight += 1;
      for (const argument of field.arguments ?? []) forEachNode(argument, () => (weight += ARGUMENT_WEIGHT));
    }
    sum += (fields.length - 1) * weight;
  }
  return sum;
}

/** Rejects fragments that contain themselves, so that later traversals terminate. */
function cycle(document: DocumentNode): GraphQLError | null {
  const fragments = fragmentsOf(document);
  const open = new Set<string>();
  const seen = new Set<string>();
  const closes = (fragment: FragmentDefinitionNode): FragmentDefinitionNode | null => {
    const { value } = fragment.name;
    if (open.has(value)) return fragment;
    if (seen.has(value)) return null;
    open.add(value);
    seen.add(value);
    let found: FragmentDefinitionNode | null = null;
    forEachNode(fragment.selectionSet, (node) => {
      const next = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : undefined;
      if (next) found ??= closes(next);
    });
    open.delete(value);
    return found;
  };
  for (const fragment of fragments.values()) {
    const found = closes(fragment);
    if (found) return new GraphQLError(`Cannot spread fragment "${found.name.value}" within itself.`, { nodes: found });
  }
  return null;
}

/** The fragments of a document by name; the first one of duplicates. */
export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION && !fragments.has(one.name.value)) fragments.set(one.name.value, one);
  }
  return fragments;
}

/**
 * Calls `onField` for the fields of a selection on its own level, fragments included. Each fragment is visited once:
 * fields of one response name are one in the result, however often they are spread.
 */
export function forEachField(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  onField: (field: FieldNode) => void,
  walked = new Set<string>(),
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      onField(selection);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      forEachField(selection.selectionSet, fragments, onField, walked);
    } else if (!walked.has(selection.name.value)) {
      walked.add(selection.name.value);
      const fragment = fragments.get(selection.name.value);
      if (fragment) forEachField(fragment.selectionSet, fragments, onField, walked);
    }
  }
}

/** Calls `visit` for a node and all nodes within it. Recursion is bounded by the nesting of the text. */
function forEachNode(node: ASTNode, visit: (node: ASTNode) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc') continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) forEachNode(item, visit);
    } else if (isNode(value)) {
      forEachNode(value, visit);
    }
  }
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
