import { keepSession } from '../../web/apollo/sessionStore.ts';
import type { KeptReceipt } from '../../web/features/evidence/keptReceipts.ts';

/** UID of the player whose receipts these are, unless another is given. */
export const OWN_UID = '10000001';

/** Signs a player in, as the browser keeps it. */
export function signIn(userId = OWN_UID): void {
  const user = { avatar: '', name: 'Asha', email: 'asha@example.in', userId, userType: 'player' } as const;
  keepSession({ accessToken: 'access', refreshToken: `refresh ${userId}`, user });
}

/** A receipt that a device keeps, of the bet with this number. */
export const keptReceipt = (
  number: number,
  state: KeptReceipt['state'] = 'unchecked',
  gameId = 'sapreOne-202611200742',
): KeptReceipt => ({ gameId, number, uid: OWN_UID, salt: '', leaf: '', place: 0, path: [], note: '', state });
