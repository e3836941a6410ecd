import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isSigningOut, takeEndedSession } from '../../apollo/sessionStore.ts';
import { paths } from '../../paths.ts';
import { errors } from '#messages/errors.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { useProduct } from '../product/useProduct.ts';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { useConnected } from '../shell/useConnected.ts';
import { RenewalBar } from './RenewalBar.tsx';
import { keepSessionEnd } from './sessionEnd.ts';
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
  if (!session) return <GuardRedirect landing={landing} />;
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
 * Keeps how a session has ended that the user has not ended here, and the page that was open. It stays until the page
 * that it redirects to is loaded; by then the user is no longer signing out.
 */
function GuardRedirect({ landing }: { landing: string }) {
  const [isOwnEnd] = useState(isSigningOut);
  const location = useLocation();
  const keepEnd = useEffectEvent(() => {
    const ended = takeEndedSession();
    if (ended && !isOwnEnd) keepSessionEnd(ended, location);
  });
  useEffect(() => keepEnd(), []);
  return <Navigate to={isOwnEnd ? paths.login : landing} replace />;
}

function Renewed({ failed: Failed = ErrorScreen, children }: Pick<GuardProps, 'failed' | 'children'>) {
  const { state, isOverdue, retry } = useRenewal();
  const connected = useConnected();
  if (state === 'renewing') return <LoadingScreen />;
  if (state === 'unreachable') {
    return <Failed text={connected ? errors.renewal : errors.network} onRetry={retry} />;
  }
  return (
    <>
      {isOverdue && connected && <RenewalBar onRetry={retry} />}
      {children}
    </>
  );
}
