import { noteDeactivated } from '../../apollo/deactivated.ts';
import type { EndReason, UserData } from '../../apollo/sessionStore.ts';
import { tabStore } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';

/** Key in this tab's storage, until the next sign-in here. */
const KEY = 'sessionEnd';

interface SessionEnd {
  readonly reason: Exclude<EndReason, 'deactivated'>;
  readonly userId: string;
  /** Address of the page that was open, without the origin. */
  readonly address: string;
  /** Its location state. */
  readonly state: unknown;
}

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
}

/** Keeps why a session has ended and which page was open. An account that was deactivated has a notice of its own. */
export function keepSessionEnd({ user, reason }: { user: UserData; reason: EndReason }, place: Place): void {
  if (reason === 'deactivated') return noteDeactivated(user.userId);
  const { pathname, search, hash, state } = place;
  const end: SessionEnd = { reason, userId: user.userId, address: pathname + search + hash, state };
  tabStore.set(KEY, JSON.stringify(end));
}

/** Why the last session in this tab ended; null where its user ended it here, or after a later sign-in. */
export function sessionEndReason(): SessionEnd['reason'] | null {
  return read()?.reason ?? null;
}

/**
 * The page at which the session of this user had ended, to open it after signing in again; null for another user, and for
 * an address that is none of this app's for this kind of user. Once.
 */
export function takeReturn(user: UserData): { readonly to: string; readonly state: unknown } | null {
  const end = read();
  tabStore.remove(KEY);
  const to = end?.userId === user.userId ? ownAddress(end.address, user.userType) : null;
  return to === null ? null : { to, state: end?.state };
}

/** The address, if it is one of this origin that such a user may open; else null. */
function ownAddress(address: string, userType: UserData['userType']): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(address, location.origin);
    const isAdminPage = `${pathname.toLowerCase()}/`.startsWith(`${paths.admin.root}/`);
    return origin === location.origin && isAdminPage === (userType === 'admin') ? pathname + search + hash : null;
  } catch {
    return null;
  }
}

function read(): SessionEnd | null {
  try {
    return JSON.parse(tabStore.get(KEY) ?? 'null') as SessionEnd | null;
  } catch {
    return null;
  }
}
