import { useEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { clearSession, isLeaving } from '../../apollo/sessionStore.ts';
import { paths } from '../../paths.ts';
import { words } from '../../messages/words.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { useProduct } from '../product/useProduct.ts';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { useRenewal } from './useRenewal.ts';
import { useSession } from './useSession.ts';

/**
 * Lets in only those whom the pages inside are for. Nobody signed in: the landing page (whoever just logged out: the log-in page). An admin at a player's page: the
 * dashboard. A player at an admin's page: the landing page.
 */
export function Guard({ userType, children }: { userType: 'player' | 'admin'; children: ReactNode }) {
  const session = useSession();
  const landing = paths.landing(useProduct().slug);
  if (!session) return <SentAway to={isLeaving() ? paths.login : landing} />;
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

/** Whatever is left of a session that cannot be used goes too: a token without its user, user data without a token. */
function SentAway({ to }: { to: string }) {
  useEffect(clearSession, []);
  return <Navigate to={to} replace />;
}

function Renewed({ children }: { children: ReactNode }) {
  const { state, retry } = useRenewal();
  if (state === 'renewing') return <LoadingScreen />;
  if (state === 'unreachable') return <ErrorScreen text={words.errors.renewal} onRetry={retry} />;
  return children;
}
