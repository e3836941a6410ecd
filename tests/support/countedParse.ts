import type { ASTNode, DocumentNode } from 'graphql';

/**
 * Counts how many documents have been parsed, and how often anything of a parsed document has been read: a measure of
 * the work, whatever code traverses it. Reading more than `most` times throws, because some work would never end.
 */
export const work = { parsed: 0, reads: 0, most: Number.POSITIVE_INFINITY };

/** The document wrapped in proxies that count reads in `work`. */
export function counted(document: DocumentNode): DocumentNode {
  work.parsed += 1;
  return watched(document) as DocumentNode;
}

function watched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(watched);
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, key === 'loc' ? item : watched(item)] as const);
  return new Proxy(Object.fromEntries(entries) as unknown as ASTNode, {
    get(node, key, receiver) {
      work.reads += 1;
      if (work.reads > work.most) throw new Error(`a document was read more than ${work.most} times`);
      return Reflect.get(node, key, receiver) as unknown;
    },
  });
}
