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
  /** The account of ours that a deposit names. */
  readonly payee: string | null;
}

/** By what an admin looks for a payment at the bank. */
export function destinationOf({ reference, payee, ...account }: Destination): Way {
  return { mark: reference ?? nameOf(account), payee: payee && nameOf(payee) };
}

function nameOf({ upiId, accountNumber }: Account): string {
  return upiId ?? accountNumber ?? '';
}
