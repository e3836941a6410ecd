import { useSearchParams } from 'react-router-dom';
import type {
  PaymentChannel,
  TransactionFilter,
  TransactionOrder,
  TransactionStatus,
  TransactionType,
} from '../../gql/graphql.ts';
import { instantOfIndianTime } from '../../lib/indianTime.ts';
import { moneyOf, readAmount } from '../../lib/money.ts';
import { currentParams } from '../admin/currentParams.ts';
import { readRange } from '../admin/RangeFields.tsx';

/** What the list shows, as chosen and typed. Empty texts filter nothing. */
export interface PaymentFilter {
  /** Null for all. */
  readonly status: TransactionStatus | null;
  readonly transactionType: TransactionType | null;
  /** Null: the oldest first of what is pending, the newest first of everything else. */
  readonly order: TransactionOrder | null;
  readonly search: string;
  /** As in a date-and-time field, in Indian time. */
  readonly from: string;
  readonly to: string;
  /** As typed, in rupees. */
  readonly min: string;
  readonly max: string;
  readonly channel: PaymentChannel | null;
  /** A payee's global id. */
  readonly payee: string;
  /** An admin's UID. */
  readonly decidedBy: string;
  /** Whether a line of a bank statement is matched with it; null for both. */
  readonly inStatement: 'YES' | 'NO' | null;
}

const statuses: readonly TransactionStatus[] = ['PENDING', 'APPROVED', 'SUCCESS', 'FAILED', 'CANCELLED', 'RETURNED'];
const types: readonly TransactionType[] = ['CREDIT', 'DEBIT'];
const channels: readonly PaymentChannel[] = ['UPI', 'BANK'];
const orders: readonly TransactionOrder[] = ['NEWEST_FIRST', 'OLDEST_FIRST', 'LARGEST_FIRST', 'SMALLEST_FIRST'];
const yesNo = ['YES', 'NO'] as const;
const texts = ['search', 'from', 'to', 'min', 'max', 'payee', 'decidedBy'] as const;

/** What is pending, the oldest first. */
export const usualFilter: PaymentFilter = {
  status: 'PENDING',
  transactionType: null,
  order: null,
  search: '',
  from: '',
  to: '',
  min: '',
  max: '',
  channel: null,
  payee: '',
  decidedBy: '',
  inStatement: null,
};

/** Filter in the page's URL. */
export function usePaymentFilter(): readonly [PaymentFilter, (changes: Partial<PaymentFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const change = (changes: Partial<PaymentFilter>) =>
    setParams(writeFilter({ ...readFilter(currentParams()), ...changes }), { replace: true });
  return [filter, change];
}

export function readFilter(params: URLSearchParams): PaymentFilter {
  const status = params.get('status');
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name)) ?? null;
  return {
    ...(Object.fromEntries(texts.map((name) => [name, params.get(name) ?? ''])) as Pick<
      PaymentFilter,
      (typeof texts)[number]
    >),
    status: status === 'ALL' ? null : (statuses.find((one) => one === status) ?? 'PENDING'),
    transactionType: oneOf(types, 'type'),
    order: oneOf(orders, 'order'),
    channel: oneOf(channels, 'channel'),
    inStatement: oneOf(yesNo, 'inStatement'),
  };
}

/** Only values that differ from the defaults are written to the URL. */
export function writeFilter(filter: PaymentFilter): URLSearchParams {
  const { status, transactionType, order, channel, inStatement } = filter;
  const params = new URLSearchParams();
  if (status !== 'PENDING') params.set('status', status ?? 'ALL');
  if (transactionType) params.set('type', transactionType);
  if (order) params.set('order', order);
  if (channel) params.set('channel', channel);
  if (inStatement) params.set('inStatement', inStatement);
  for (const name of texts) if (filter[name] !== '') params.set(name, filter[name]);
  return params;
}

export function orderOf({ order, status }: PaymentFilter): TransactionOrder {
  return order ?? (status === 'PENDING' || status === 'APPROVED' ? 'OLDEST_FIRST' : 'NEWEST_FIRST');
}

/** What is wrong with the typed ranges. */
export function wrongRanges({ from, to, min, max }: PaymentFilter) {
  const [least, most] = [readAmount(min), readAmount(max)];
  return {
    backwards: readRange({ from, to }).backwards,
    min: min !== '' && least === null,
    max: max !== '' && (most === null || (least !== null && least > most)),
  };
}

/** The filter as the server takes it. A range that is wrong is left out. */
export function filterInput(filter: PaymentFilter): TransactionFilter {
  const { status, transactionType, search, from, to, min, max, channel, payee, decidedBy, inStatement } = filter;
  const wrong = wrongRanges(filter);
  const amount = (typed: string) => {
    const paise = readAmount(typed);
    return paise === null ? null : moneyOf(paise);
  };
  return {
    status,
    transactionType,
    channel,
    search: search || null,
    from: wrong.backwards ? null : instantOfIndianTime(from),
    to: wrong.backwards ? null : instantOfIndianTime(to),
    minAmount: wrong.min || wrong.max ? null : amount(min),
    maxAmount: wrong.min || wrong.max ? null : amount(max),
    payeeId: payee || null,
    decidedBy: decidedBy || null,
    inStatement: inStatement && inStatement === 'YES',
  };
}

/** Whether anything but status, type and order narrows the list. */
export function isNarrowed({ channel, inStatement, ...filter }: PaymentFilter): boolean {
  return channel !== null || inStatement !== null || texts.some((name) => filter[name] !== '');
}

/** The filter in the address of an export, whose range is given apart. */
export function exportFilter(filter: PaymentFilter): Readonly<Record<string, string>> {
  const { status, transactionType, channel, search, minAmount, maxAmount, payeeId, decidedBy } = filterInput(filter);
  const given = {
    status,
    type: transactionType,
    channel,
    search,
    min: minAmount,
    max: maxAmount,
    payee: payeeId,
    decidedBy,
    inStatement: filter.inStatement,
  };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
