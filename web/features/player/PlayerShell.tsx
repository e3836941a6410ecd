import { useQuery, useSubscription } from '@apollo/client/react';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { WithClient } from '../../apollo/WithClient.tsx';
import { graphql } from '../../gql/gql.ts';
import { connection } from '#messages/connection.ts';
import { useNotificationAdded } from '../notifications/useNotificationAdded.ts';
import { Guard } from '../session/Guard.tsx';
import { ConnectionBar } from '../shell/ConnectionBar.tsx';
import { FailedScreen } from '../shell/FailedScreen.tsx';
import { PageErrors } from '../shell/PageErrors.tsx';
import { TabBar } from '../shell/TabBar.tsx';
import { isTab } from '../shell/tabs.ts';
import { useRetryWhile } from '../shell/useRetryWhile.ts';
import { lazyPart } from '../../ui/lazyPart.ts';

const PlayerShell_Query = graphql(`
  query PlayerShell_Query {
    viewer {
      user {
        id
      }
      wallet {
        id
        available
        held
      }
      unreadNotificationCount
    }
  }
`);

const PlayerShell_WalletSubscription = graphql(`
  subscription PlayerShell_WalletSubscription {
    walletChanged {
      id
      available
      held
    }
  }
`);

/** Loaded after the page: mostly it shows nothing. */
const Beside = lazyPart(async () => (await import('./Beside.tsx')).Beside);

/** Layout of the player's pages: for players only, with the wallet kept up to date. */
export function PlayerShell() {
  return (
    <WithClient>
      <ConnectionBar text={connection.betsPaused} />
      <Guard userType="player" failed={FailedShell}>
        <WithWallet />
      </Guard>
    </WithClient>
  );
}

function WithWallet() {
  const answer = useQuery(PlayerShell_Query);
  useSubscription(PlayerShell_WalletSubscription, { ignoreResults: true });
  const refetch = () => void answer.refetch().catch(() => undefined);
  useNotificationAdded(refetch);
  // The pages show what they need, and their own failures.
  useRetryWhile(answer.error !== undefined && !answer.data, refetch);
  const tabs = isTab(useLocation().pathname);
  return (
    <>
      <Suspense>
        <Beside />
      </Suspense>
      <PageErrors as={FailedScreen}>
        <Outlet />
      </PageErrors>
      {tabs && <TabBar />}
    </>
  );
}

/** The shell with an error in place of its page. */
function FailedShell(failure: { text: string; onRetry: () => void }) {
  const tabs = isTab(useLocation().pathname);
  return (
    <>
      <FailedScreen {...failure} />
      {tabs && <TabBar />}
    </>
  );
}
