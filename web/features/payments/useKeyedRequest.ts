import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText, type RefusalFields } from '../../apollo/refusals.ts';
import type { DomainErrorCode } from '../../gql/graphql.ts';
import { KeptKey } from '../../lib/idempotencyKey.ts';
import { words } from '../../messages/words.ts';
import type { Requested } from './useRequestMessage.ts';

type Answer = { readonly transaction: { readonly id: string } } | RefusalFields;

/**
 * Sends a request to move money, with a key that is kept until there is a definite answer: sent again after a lost one,
 * it is still one request.
 */
export function useKeyedRequest<Request extends object>(
  send: (input: Request & { readonly idempotencyKey: string }) => Promise<Answer | undefined>,
  known: Partial<Record<DomainErrorCode, string>>,
): (request: Request) => Promise<Requested> {
  const keys = useRef(new KeptKey());
  return async (request) => {
    try {
      const idempotencyKey = keys.current.for(JSON.stringify(request));
      const answer = await send({ ...request, idempotencyKey });
      if (!answer) return { outcome: 'failed', text: words.errors.list };
      keys.current.answered(idempotencyKey);
      return 'transaction' in answer
        ? { outcome: 'requested', transactionId: answer.transaction.id }
        : { outcome: 'failed', text: refusalText(answer, known) };
    } catch (error) {
      return { outcome: 'failed', text: errorText(error) };
    }
  };
}
