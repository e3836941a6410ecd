import type { DocumentNode } from 'graphql';

/** The hash that the build gives a query or mutation; undefined in development and in tests. */
export function hashOf(document: DocumentNode & { readonly __meta__?: { readonly hash: string } }): string | undefined {
  return document.__meta__?.hash;
}
