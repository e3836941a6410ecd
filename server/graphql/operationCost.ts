import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** What an operation is in the metrics, and for how many calls it stands in the rate limit. */
export interface OperationCost {
  /** Its first field: one of the schema's, unlike names that clients make up. */
  name: string;
  bets: number;
  /** Attempts to get into an account, or mails to somebody's address. */
  attempts: number;
  others: number;
}

const attemptFields = new Set([
  'register',
  'login',
  'requestPasswordReset',
  'verifyResetLink',
  'resetPassword',
  'changePassword',
  'requestSignInLink',
  'signInWithLink',
]);

const known = new WeakMap<OperationDefinitionNode, OperationCost>();

/** Each mutation counts, a query or subscription once: what it reads is the matter of the limit on complexity. */
export function operationCost(document: DocumentNode, operation: OperationDefinitionNode): OperationCost {
  const before = known.get(operation);
  if (before) return before;
  const cost: OperationCost = {
    name: firstField(operation.selectionSet),
    bets: 0,
    attempts: 0,
    others: operation.operation === 'mutation' ? 0 : 1,
  };
  if (operation.operation === 'mutation') addFields(cost, document, operation.selectionSet);
  known.set(operation, cost);
  return cost;
}

function addFields(cost: OperationCost, document: DocumentNode, { selections }: SelectionSetNode): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      addFields(cost, document, selection.selectionSet);
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
      );
      if (fragment?.kind === Kind.FRAGMENT_DEFINITION) addFields(cost, document, fragment.selectionSet);
    } else if (selection.name.value === 'placeBet') {
      cost.bets += 1;
    } else if (attemptFields.has(selection.name.value)) {
      cost.attempts += 1;
    } else {
      cost.others += 1;
    }
  }
}

function firstField({ selections }: SelectionSetNode): string {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection.name.value;
  }
  return 'fragment';
}
