import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Message } from '../../ui/MessagePopup.tsx';

/** Result of sending a deposit or a withdrawal. */
export type Requested =
  | { readonly outcome: 'requested'; readonly transactionId: string }
  | { readonly outcome: 'failed'; readonly text: string };

/** Message after a request; closing a success message navigates to the request's status. */
export function useRequestMessage(success: string) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const navigate = useNavigate();
  const message = requested && messageOf(requested, success);

  const close = () => {
    setRequested(null);
    if (requested?.outcome !== 'requested') return;
    void navigate(paths.paymentStatus, { replace: true, state: { transactionId: requested.transactionId } });
  };

  return { message, showResult: setRequested, close };
}

function messageOf(requested: Requested, success: string): Message {
  return requested.outcome === 'requested' ? { text: success, tone: 'good' } : { text: requested.text, tone: 'bad' };
}
