import type { Tx } from '../../../db/client.ts';
import { noSuchUser } from '../accounts/status/setUserStatus.ts';
import { lockUser, type User } from '../accounts/users/user.ts';

/** The player, whose row is locked until the transaction ends. Refuses with NOT_FOUND who is none. */
export async function lockPlayer(tx: Tx, userId: bigint): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user?.userType !== 'player') throw noSuchUser();
  return user;
}
