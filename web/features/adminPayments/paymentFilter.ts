import { useSearchParams } from 'react-router-dom';
import type { TransactionStatus, TransactionType } from '../../gql/graphql.ts';
import { currentParams } from '../admin/currentParams.ts';

export interface PaymentFilter {
  /** Null for all. */
  readonly status: TransactionStatus | null;
  readonly transactionType: TransactionType | null;
  readonly oldestFirst: boolean;
  readonly search: string;
}

const statuses: readonly TransactionStatus[] = ['PENDING', 'SUCCESS', 'FAILED', 'CANCELLED'];
const types: readonly TransactionType[] = ['CREDIT', 'DEBIT'];

/** Filter in the page's URL. Default: pending requests, newest first. */
export function usePaymentFilter(): readonly [PaymentFilter, (changes: Partial<PaymentFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const change = (changes: Partial<PaymentFilter>) =>
    setParams(writeFilter({ ...readFilter(currentParams()), ...changes }), { replace: true });
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

/** Only values that differ from the defaults are written to the URL. */
export function writeFilter({ status, transactionType, oldestFirst, search }: PaymentFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (status !== 'PENDING') params.set('status', status ?? 'ALL');
  if (transactionType) params.set('type', transactionType);
  if (oldestFirst) params.set('order', 'oldest');
  if (search !== '') params.set('search', search);
  return params;
}
