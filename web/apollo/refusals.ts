import { graphql } from '../gql/gql.ts';
import type { DomainErrorCode } from '../gql/graphql.ts';
import { formatMoney } from '../lib/money.ts';
import { formatInstant } from '../lib/time.ts';
import { errors } from '#messages/errors.ts';
import { fields } from '#messages/fields.ts';
import { refusals } from '#messages/refusals.ts';

// Fields of every refusal; spread with `@unmask` into a mutation's result.
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
    ... on SafetyRefusal {
      until
    }
    ... on LimitExceeded {
      possible
    }
  }
`);

export interface RefusalFields {
  readonly code: DomainErrorCode;
  readonly message: string;
  readonly detail?: string | null;
  readonly reason?: string | null;
  readonly field?: string | null;
  /** Until when something that the player has set refuses it. */
  readonly until?: string | null;
  /** The amount that a limit still allows, in rupees. */
  readonly possible?: string | null;
}

/**
 * The message of a refusal: the screen's own text for its code, else the server's, with the detail appended. Of a wrong
 * input, unless the screen has a text of its own, only what is wrong with it. In another language than the server's: the
 * text for the broken rule, else for its code, with the field or the end of it.
 */
export function refusalText(refusal: RefusalFields, known: Partial<Record<DomainErrorCode, string>> = {}): string {
  const { code, field } = refusal;
  const rule = refusals[refusal.detail ?? ''];
  if (rule !== undefined && !known[code]) return rule;
  const translated = refusals[code];
  if (code === 'INVALID_INPUT' && !known[code] && translated === undefined) {
    return sentence(withFieldInWords(refusal.detail ?? refusal.message, field));
  }
  const until = refusal.until
    ? errors.until(formatInstant(refusal.until))
    : refusal.possible
      ? errors.possible(formatMoney(refusal.possible))
      : '';
  const detail =
    translated === undefined
      ? withFieldInWords(refusal.detail ?? refusal.reason ?? until, field)
      : (fields[field ?? ''] ?? until);
  const text = known[code] ?? translated ?? errors.answered(withFieldInWords(refusal.message, field));
  return detail !== '' && !text.includes(detail) ? errors.withDetail(text, detail) : text;
}

/** "upiId must look like name@bank" -> "UPI id must look like name@bank": the server's text names the field as the API does. */
function withFieldInWords(text: string, field: string | null | undefined): string {
  const name = field && fields[field];
  return name && text.startsWith(`${field} `) ? name + text.slice(field.length) : text;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
