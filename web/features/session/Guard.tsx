import { useEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { clearSession, isSigningOut } from '../../apollo/sessionStore.ts';
import { paths } from '../../paths.ts';
import { words } from '../../messages/words.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { useProduct } from '../product/useProduct.ts';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { useRenewal } from './useRenewal.ts';
import { useSession } from './useSession.ts';

/**
 * Renders its pages only for users of their type. Without a session: the landing page (after a log-out: the log-in
 * page). An admin at a player's page: the dashboard. A player at an admin's page: the landing page.
 */
export function Guard({ userType, children }: { userType: 'player' | 'admin'; children: ReactNode }) {
  const session = useSession();
  const landing = paths.landing(useProduct().slug);
  if (!session) return <GuardRedirect to={isSigningOut() ? paths.login : landing} />;
  return (
    <Renewed>
      {session.user.userType === userType ? (
        children
      ) : (
        <Navigate to={userType === 'player' ? paths.admin.dashboard : landing} replace />
      )}
    </Renewed>
  );
}

/** Removes an incomplete session too: a token without user data, or user data without a token. */
function GuardRedirect({ to }: { to: string }) {
  useEffect(clearSession, []);
  return <Navigate to={to} replace />;
}

function Renewed({ children }: { children: ReactNode }) {
  const { state, retry } = useRenewal();
  if (state === 'renewing') return <LoadingScreen />;
  if (state === 'unreachable') return <ErrorScreen text={words.errors.renewal} onRetry={retry} />;
  return children;
}
