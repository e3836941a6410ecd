import { useSearchParams } from 'react-router-dom';
import type { TransactionStatus, TransactionType } from '../../gql/graphql.ts';
import { paramsNow } from '../admin/paramsNow.ts';

export interface PaymentFilter {
  /** Null for all. */
  readonly status: TransactionStatus | null;
  readonly transactionType: TransactionType | null;
  readonly oldestFirst: boolean;
  readonly search: string;
}

const statuses: readonly TransactionStatus[] = ['PENDING', 'SUCCESS', 'FAILED', 'CANCELLED'];
const types: readonly TransactionType[] = ['CREDIT', 'DEBIT'];

/** What waits for a decision, newest first, unless the page's address says otherwise: it keeps the filter. */
export function usePaymentFilter(): readonly [PaymentFilter, (changes: Partial<PaymentFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const change = (changes: Partial<PaymentFilter>) =>
    setParams(writeFilter({ ...readFilter(paramsNow()), ...changes }), { replace: true });
  return [filter, change];
}

export function readFilter(params: URLSearchParams): PaymentFilter {
  const status = params.get('status');
  return {
    status: status === 'ALL' ? null : (statuses.find((one) => one === status) ?? 'PENDING'),
    transactionType: types.find((one) => one === params.get('type')) ?? null,
    oldestFirst: params.get('order') === 'oldest',
    search: params.get('search') ?? '',
  };
}

/** Only what differs from the usual stands in the address. */
export function writeFilter({ status, transactionType, oldestFirst, search }: PaymentFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (status !== 'PENDING') params.set('status', status ?? 'ALL');
  if (transactionType) params.set('type', transactionType);
  if (oldestFirst) params.set('order', 'oldest');
  if (search !== '') params.set('search', search);
  return params;
}
