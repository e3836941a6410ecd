import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { clearSession, isSigningOut } from '../../apollo/sessionStore.ts';
import { paths } from '../../paths.ts';
import { words } from '../../messages/words.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { useProduct } from '../product/useProduct.ts';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { useConnected } from '../shell/useConnected.ts';
import { RenewalBar } from './RenewalBar.tsx';
import { useRenewal } from './useRenewal.ts';
import { useSession } from './useSession.ts';

interface GuardProps {
  userType: 'player' | 'admin';
  /** What is shown while the session can't be renewed; default: an error as the whole page. */
  failed?: ComponentType<{ text: string; onRetry: () => void }> | undefined;
  children: ReactNode;
}

/**
 * Renders its pages only for users of their type. Without a session: the landing page (after a log-out: the log-in
 * page). An admin at a player's page: the dashboard. A player at an admin's page: the landing page.
 */
export function Guard({ userType, failed, children }: GuardProps) {
  const session = useSession();
  const landing = paths.landing(useProduct().slug);
  if (!session) return <GuardRedirect to={isSigningOut() ? paths.login : landing} />;
  return (
    <Renewed failed={failed}>
      {session.user.userType === userType ? (
        children
      ) : (
        <Navigate to={userType === 'player' ? paths.admin.dashboard : landing} replace />
      )}
    </Renewed>
  );
}

/**
 * Removes an incomplete session too: a token without user data, or user data without a token. It stays until the page
 * that it redirects to is loaded; by then the user is no longer signing out.
 */
function GuardRedirect({ to }: { to: string }) {
  const [target] = useState(to);
  useEffect(clearSession, []);
  return <Navigate to={target} replace />;
}

function Renewed({ failed: Failed = ErrorScreen, children }: Pick<GuardProps, 'failed' | 'children'>) {
  const { state, isOverdue, retry } = useRenewal();
  const connected = useConnected();
  if (state === 'renewing') return <LoadingScreen />;
  if (state === 'unreachable') {
    return <Failed text={connected ? words.errors.renewal : words.errors.network} onRetry={retry} />;
  }
  return (
    <>
      {isOverdue && connected && <RenewalBar onRetry={retry} />}
      {children}
    </>
  );
}
