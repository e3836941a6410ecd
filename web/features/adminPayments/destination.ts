import { words } from '../../messages/words.ts';

interface Account {
  readonly upiId: string | null;
  readonly accountNumber: string | null;
}

export interface Destination extends Account {
  readonly reference: string | null;
  readonly payee: Account | null;
}

interface Way {
  /** What a request is known by: a deposit's reference, or the account that a withdrawal goes to. */
  readonly mark: string;
  /** "to play@rangoli": the account of ours that a deposit names. */
  readonly payee: string | null;
}

/** By what an admin looks for a payment at the bank. */
export function destinationOf({ reference, payee, ...account }: Destination): Way {
  const ours = payee && nameOf(payee);
  return { mark: reference ?? nameOf(account), payee: ours && words.admin.payments.toPayee(ours) };
}

function nameOf({ upiId, accountNumber }: Account): string {
  return upiId ?? accountNumber ?? '';
}
