import type { CallKind } from '../domain/callKind.ts';
import type { Context } from '../domain/context.ts';

/** What is the same in every call and only this transport needs. */
export interface ProductFacts {
  /** The product's name as a path. */
  slug: string;
  /** The operator's licence; null in play mode. */
  licence: string | null;
}

/** What every resolver gets: the domain's context of this call, and what only this transport knows. */
export interface GraphQLContext extends Context {
  product: ProductFacts;
  /** The access token as it came; absent when none did. */
  token: string | undefined;
  /** The caller sent a token that was refused (expired, ended, malformed): told apart from having sent none. */
  tokenRefused: boolean;
  /** As what this call has been taken from its caller's budget already, as happens before an unknown text is parsed. */
  readonly call: { countedAs: CallKind | null };
  /** The context of the same caller at a later moment; anonymous, its token refused, once the session has ended. */
  renew(): Promise<GraphQLContext>;
}
