import { shell } from '#messages/admin/shell.ts';

/** As the server has it (server/domain/accounts/README.md#accounts-and-names). */
const fewestCharacters = 12;

/** What is wrong with a password that an admin chooses. */
export function adminPasswordError(password: string): string | null {
  return [...password].length < fewestCharacters ? shell.passwordTooShort : null;
}
