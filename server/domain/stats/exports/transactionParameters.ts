import type { Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { parseRupees } from '../../ground/values/money.ts';
import type { AdminTransactionFilter } from '../../wallet/transactionFilter.ts';
import type { ExportFilter } from './table.ts';

const statuses = {
  PENDING: 'pending',
  APPROVED: 'approved',
  SUCCESS: 'success',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  RETURNED: 'returned',
} as const;
const types = { CREDIT: 'credit', DEBIT: 'debit' } as const;
const yesNo = { YES: true, NO: false } as const;
const channels = { UPI: 'upi', BANK: 'bank' } as const;

/**
 * The filter of the transactions' screen from an export's address: `status`, `type`, `channel`, `search`, `min` and `max`
 * (rupees), `payee` (global id), `decidedBy` (UID), `inStatement`. Refuses anything else with INVALID_INPUT.
 */
export function readTransactionFilter(ctx: Context, filter: ExportFilter): AdminTransactionFilter {
  const { payee } = filter;
  const payeeId = payee === undefined ? undefined : ctx.ids.openAs('Payee', payee);
  if (payeeId === null) throw invalidInput('payee', 'payee must be the id of a payee');
  return {
    status: oneOf('status', statuses, filter['status']),
    transactionType: oneOf('type', types, filter['type']),
    channel: oneOf('channel', channels, filter['channel']),
    search: filter['search'],
    minAmount: amountIn('min', filter['min']),
    maxAmount: amountIn('max', filter['max']),
    payeeId,
    decidedBy: filter['decidedBy'],
    inStatement: oneOf('inStatement', yesNo, filter['inStatement']),
  };
}

function oneOf<Value extends string | boolean>(
  name: string,
  values: Readonly<Record<string, Value>>,
  given: string | undefined,
): Value | undefined {
  if (given === undefined) return undefined;
  const value = Object.hasOwn(values, given) ? values[given] : undefined;
  if (value === undefined) throw invalidInput(name, `${name} must be one of ${Object.keys(values).join(', ')}`);
  return value;
}

function amountIn(name: string, typed: string | undefined) {
  if (typed === undefined) return undefined;
  try {
    return parseRupees(typed);
  } catch {
    throw invalidInput(name, `${name} must be an amount in rupees`);
  }
}
