interface Account {
  readonly upiId: string | null;
  readonly accountNumber: string | null;
}

export interface Destination extends Account {
  readonly reference: string | null;
  readonly payee: Account | null;
}

interface Way {
  /** Identifies a request: a deposit's reference, or the account that a withdrawal goes to. */
  readonly mark: string;
  /** The payee that a deposit names. */
  readonly payee: string | null;
}

/** What an admin searches for at the bank to find the payment. */
export function destinationOf({ reference, payee, ...account }: Destination): Way {
  return { mark: reference ?? nameOf(account), payee: payee && nameOf(payee) };
}

function nameOf({ upiId, accountNumber }: Account): string {
  return upiId ?? accountNumber ?? '';
}
