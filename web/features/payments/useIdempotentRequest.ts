import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText, type RefusalFields } from '../../apollo/refusals.ts';
import type { DomainErrorCode } from '../../gql/graphql.ts';
import { IdempotencyKeyHolder } from '../../lib/idempotencyKey.ts';
import { words } from '../../messages/words.ts';
import type { Requested } from './useAfterRequest.ts';

type Answer = { readonly transaction: { readonly id: string } } | RefusalFields;

/**
 * Sends a request to move money, with an idempotency key that is kept until there is a definite answer: retried after a
 * lost response, it is still one request.
 */
export function useIdempotentRequest<Request extends object>(
  send: (input: Request & { readonly idempotencyKey: string }) => Promise<Answer | undefined>,
  known: Partial<Record<DomainErrorCode, string>>,
): (request: Request) => Promise<Requested> {
  const keys = useRef(new IdempotencyKeyHolder());
  return async (request) => {
    try {
      const idempotencyKey = keys.current.for(JSON.stringify(request));
      const answer = await send({ ...request, idempotencyKey });
      if (!answer) return { outcome: 'failed', text: words.errors.list, field: null };
      keys.current.answered(idempotencyKey);
      return 'transaction' in answer
        ? { outcome: 'requested', transactionId: answer.transaction.id }
        : { outcome: 'failed', text: known[answer.code] ?? refusalText(answer), field: fieldOf(answer) };
    } catch (error) {
      return { outcome: 'failed', text: errorText(error), field: null };
    }
  };
}

/** The field of the form that a refusal is about: some refusals name it by their code only. */
function fieldOf({ code, field }: RefusalFields): string | null {
  if (code === 'INSUFFICIENT_FUNDS') return 'amount';
  return code === 'REFERENCE_TAKEN' ? 'reference' : (field ?? null);
}
