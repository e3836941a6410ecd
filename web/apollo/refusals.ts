import { graphql } from '../gql/gql.ts';
import type { DomainErrorCode } from '../gql/graphql.ts';
import { words } from '../messages/words.ts';

// What every refusal says; spread with `@unmask` into a mutation's result.
graphql(`
  fragment Refusal_error on DomainError {
    code
    message
    ... on InvalidInput {
      field
      detail
    }
    ... on Refusal {
      reason: detail
    }
  }
`);

export interface RefusalFields {
  readonly code: DomainErrorCode;
  readonly message: string;
  readonly detail?: string | null;
  readonly reason?: string | null;
  readonly field?: string | null;
}

/** The words for a refusal: those the screen has for its code, else the server's; with what exactly is wrong. */
export function refusalText(refusal: RefusalFields, known: Partial<Record<DomainErrorCode, string>> = {}): string {
  const { code, message } = refusal;
  const detail = refusal.detail ?? refusal.reason;
  const text = known[code] ?? words.errors.answered(message);
  return detail && !text.includes(detail) ? words.errors.withDetail(text, detail) : text;
}
