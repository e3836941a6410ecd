import type { PaymentChannel } from '../../gql/graphql.ts';
import { payees } from '#messages/admin/payees.ts';

export interface ListedPayee {
  readonly id: string;
  readonly upiId: string | null;
  readonly accountNumber: string | null;
}

export type PayeeAction = 'add' | 'activate' | 'show' | 'deactivate' | 'remove';

/** What follows a change of an account for deposits. */
export interface Consequence {
  text: string;
  /** Players are left without an account to pay to. */
  depositsStop: boolean;
}

/** What follows the action on the account `id`; `active`: the active ones, the one that players are shown first. */
export function consequenceOf(
  action: PayeeAction,
  id: string | null,
  active: readonly ListedPayee[],
  channel: PaymentChannel,
): Consequence {
  const text = payees.follows;
  const [shown] = active;
  if (action !== 'deactivate' && action !== 'remove') {
    const replaced = shown && shown.id !== id ? payeeName(shown) : null;
    return { text: text.shown(replaced), depositsStop: false };
  }
  const rest = active.filter((payee) => payee.id !== id);
  const wasActive = rest.length < active.length;
  if (wasActive && rest.length === 0) return { text: text.stop[channel], depositsStop: true };
  const next = shown?.id === id && rest[0] ? text.next(payeeName(rest[0])) : text.unshown;
  return { text: wasActive ? `${next} ${text.nameable}` : text.inactive, depositsStop: false };
}

export function payeeName({ upiId, accountNumber }: ListedPayee): string {
  return upiId ?? accountNumber ?? '';
}
