import type { UserData } from '../../apollo/sessionStore.ts';
import { paths } from '../../paths.ts';

/** Where a user begins. */
export function homeOf({ userType }: UserData): string {
  return userType === 'admin' ? paths.admin.dashboard : paths.home;
}
