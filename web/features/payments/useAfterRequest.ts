import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** A refusal, and the field it is about where that is one of the form's. */
export interface RequestProblem {
  readonly text: string;
  readonly field: string | null;
}

/** Result of sending a deposit or a withdrawal. */
export type Requested =
  { readonly outcome: 'requested'; readonly transactionId: string } | ({ readonly outcome: 'failed' } & RequestProblem);

/** After a request: its live status page, with the message that it was sent; or the problem, for the form to show. */
export function useAfterRequest() {
  const [problem, setProblem] = useState<RequestProblem | null>(null);
  const navigate = useNavigate();
  const showResult = (requested: Requested) => {
    setProblem(requested.outcome === 'failed' ? requested : null);
    if (requested.outcome === 'failed') return;
    const { transactionId } = requested;
    void navigate(paths.paymentStatus, { replace: true, state: { transactionId, justSent: true } });
  };
  return { problem, showResult, forget: () => setProblem(null) };
}
