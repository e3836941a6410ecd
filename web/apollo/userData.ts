import type { UserType } from '../gql/graphql.ts';
import type { UserData } from './sessionStore.ts';

const userTypes: Record<UserType, UserData['userType']> = { PLAYER: 'player', ADMIN: 'admin' };

interface UserFields {
  readonly avatar: string;
  readonly name: string;
  readonly email: string | null;
  readonly uid: string;
  readonly userType: UserType;
}

/** A user as local storage keeps it. */
export function userDataOf(user: UserFields): UserData {
  return {
    avatar: user.avatar,
    name: user.name,
    email: user.email ?? '',
    userId: user.uid,
    userType: userTypes[user.userType],
  };
}
