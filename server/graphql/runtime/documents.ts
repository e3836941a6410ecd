import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { BoundedMap } from '../../platform/boundedMap.ts';
import { bounds, boundsExceeded, requireParsable } from './documentBounds.ts';
import { tooManyMutations } from './limits.ts';

const MAX_DOCUMENTS = 1_000;
/** Longer texts are not cached: ours have a few kilobytes. */
const MAX_KEPT_LENGTH = 20_000;
/** Maximum number of reported errors: finding all of them may cost more than any valid document. */
const MAX_ERRORS = 5;

/** A parsed and validated text, or its errors. */
export type Prepared = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/**
 * LRU cache of parsed and validated documents by text. Clients send the same few documents again and again, and
 * preparing one takes longer than running it (measured: 181 µs against 23 µs for a socket message). Failures are cached
 * too, so that an invalid document costs no more than a valid one.
 */
export class DocumentCache {
  readonly #schema: GraphQLSchema;
  readonly #prepared = new BoundedMap<string, Prepared>(MAX_DOCUMENTS);

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Whether a text is known to be valid, so that preparing it is no work. */
  knows(text: string): boolean {
    const known = this.#prepared.get(text);
    return known !== undefined && 'document' in known;
  }

  /**
   * `beforeWork` runs first and may throw, unless the text is known to be valid, because rejecting a text has a cost
   * too. Its argument is whether the text is new.
   */
  prepare(text: string, beforeWork: (isNew: boolean) => void): Prepared {
    const known = this.#prepared.get(text);
    if (known === undefined || 'errors' in known) beforeWork(known === undefined);
    const prepared = known ?? this.#read(text);
    if (text.length <= MAX_KEPT_LENGTH) this.#prepared.set(text, prepared);
    return prepared;
  }

  #read(text: string): Prepared {
    let document: DocumentNode;
    try {
      requireParsable(text);
      document = parse(text, { maxTokens: bounds.tokens });
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [withCode(error, 'GRAPHQL_PARSE_FAILED')] };
      throw error;
    }
    const errors = errorsIn(this.#schema, document);
    return errors.length > 0
      ? { errors: errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')) }
      : { document };
  }
}

/**
 * The errors of a document. GraphQL's own rules run only on documents within the bounds, ours only on those that
 * passed.
 */
function errorsIn(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const exceeded = boundsExceeded(document);
  if (exceeded) return [exceeded];
  // The one above the limit only indicates that there are more.
  const errors = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS }).slice(0, MAX_ERRORS);
  if (errors.length > 0) return errors;
  const tooMany = tooManyMutations(document);
  return tooMany ? [tooMany] : [];
}

/** The operation of a request; null when the document has none of that name, or several and no name is given. */
export function operationOf(
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode | null {
  return getOperationAST(document, operationName) ?? null;
}

function withCode({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    extensions: { code },
  });
}
