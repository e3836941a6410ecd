import type { TransactionDecision } from '../../gql/graphql.ts';

/** A decision that a key has asked for; a new object each time. */
export interface AskedDecision {
  readonly decision: TransactionDecision;
}
