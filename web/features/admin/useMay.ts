import { createContext, useCallback, useContext } from 'react';
import type { AdminAction } from '../../gql/graphql.ts';

/** What the admin's roles allow. Empty outside of the back office. */
export const MayContext = createContext<readonly AdminAction[]>([]);

/** Whether the admin's password is still the one that was mailed: they are asked for one of their own first. */
export const MailedPasswordContext = createContext(false);

/**
 * Whether the admin may do something. What they may not do isn't shown; the server refuses it as well. True for null:
 * what every admin may do.
 */
export function useMay(): (action: AdminAction | null) => boolean {
  const allowed = useContext(MayContext);
  return useCallback((action) => action === null || allowed.includes(action), [allowed]);
}
