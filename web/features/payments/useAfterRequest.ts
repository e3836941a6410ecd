import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';

interface Requested {
  readonly outcome: string;
  readonly payload?: { readonly transaction: { readonly id: string } };
}

/** A function that sends a deposit or a withdrawal; once that is done, its live status page follows. */
export function useAfterRequest<Input, Sent extends Requested>(send: (input: Input) => Promise<Sent>) {
  const navigate = useNavigate();
  return async (input: Input): Promise<Sent> => {
    const sent = await send(input);
    const transactionId = sent.payload?.transaction.id;
    if (transactionId) void navigate(paths.paymentStatus, { replace: true, state: { transactionId, justSent: true } });
    return sent;
  };
}
