/**
 * The account that was registered on this page just now, for the log-in form. In memory only: a password in the
 * history's state would stay on the disk.
 */
export interface NewAccount {
  readonly email: string;
  /** Empty where it was mailed. */
  readonly password: string;
}

const none: NewAccount = { email: '', password: '' };
let kept = none;

export function keepNewAccount(account: NewAccount): void {
  kept = account;
}

export function newAccount(): NewAccount {
  return kept;
}

export function forgetNewAccount(): void {
  kept = none;
}

/** The password in a sign-up mail; empty if there is none. */
export function passwordIn(mail: string): string {
  return /^Password: (\S+)$/m.exec(mail)?.[1] ?? '';
}
