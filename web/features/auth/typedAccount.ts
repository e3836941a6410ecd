import { onUserChange } from '../../apollo/sessionStore.ts';

/**
 * What was typed or given on one form of the account, for the next form. In memory only: a password in the history's
 * state would stay on the disk.
 */
export interface TypedAccount {
  readonly email: string;
  /** That of an account registered just now; empty where it was mailed. */
  readonly password: string;
}

const none: TypedAccount = { email: '', password: '' };
let kept = none;
onUserChange(() => keepTypedAccount(none));

export function keepTypedAccount(account: TypedAccount): void {
  kept = account;
}

export function typedAccount(): TypedAccount {
  return kept;
}

/** The password in a sign-up mail, in either language; empty if there is none. */
export function passwordIn(mail: string): string {
  return /^(?:Password|पासवर्ड): (\S+)$/m.exec(mail)?.[1] ?? '';
}
