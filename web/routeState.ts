import { useLocation } from 'react-router-dom';
import { paiseOf } from './lib/money.ts';

/** Location state that one screen passes to the next. May be missing, because screens can be opened by their URL. */
export interface RouteState {
  /** A deposit's amount, a decimal string in rupees. */
  readonly rechargeAmount?: string;
  /** The request whose status is to be shown. */
  readonly transactionId?: string;
  /** Whether that request has just been sent, and its status page is to confirm it. */
  readonly justSent?: boolean;
  /** The ticket whose chat is to be shown. */
  readonly ticketId?: string;
}

/** Reads the location state; invalid values count as missing. */
export function useRouteState(): RouteState {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null) return {};
  const { rechargeAmount, transactionId, justSent, ticketId } = state as Record<string, unknown>;
  return {
    ...(isAmount(rechargeAmount) ? { rechargeAmount } : {}),
    ...(typeof transactionId === 'string' ? { transactionId } : {}),
    ...(justSent === true ? { justSent } : {}),
    ...(typeof ticketId === 'string' ? { ticketId } : {}),
  };
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d+(\.\d{1,2})?$/.test(value) && paiseOf(value) > 0n;
}
