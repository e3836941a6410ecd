import { useQuery, useSubscription } from '@apollo/client/react';
import { Outlet, useLocation } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import { useNotificationAdded } from '../notifications/useNotificationAdded.ts';
import { Guard } from '../session/Guard.tsx';
import { QueryBoundary } from './QueryBoundary.tsx';
import { TabBar } from './TabBar.tsx';
import { isTab } from './tabs.ts';

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

/** Layout of the player's pages: for players only, with the wallet loaded first and kept up to date. */
export function PlayerShell() {
  return (
    <Guard userType="player">
      <WithWallet />
    </Guard>
  );
}

function WithWallet() {
  const answer = useQuery(PlayerShell_Query);
  useSubscription(PlayerShell_WalletSubscription, { ignoreResults: true });
  useNotificationAdded(() => void answer.refetch().catch(() => undefined));
  const tabs = isTab(useLocation().pathname);
  return (
    <QueryBoundary of={answer} whole>
      {() => (
        <>
          <Outlet />
          {tabs && <TabBar />}
        </>
      )}
    </QueryBoundary>
  );
}
