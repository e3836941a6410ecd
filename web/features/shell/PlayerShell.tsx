import { useQuery, useSubscription } from '@apollo/client/react';
import { Outlet, useLocation } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import { useNotificationAdded } from '../notifications/useNotificationAdded.ts';
import { Guard } from '../session/Guard.tsx';
import { Faces } from './Faces.tsx';
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

/** The player's house: for players only, the wallet loaded before anything shows and kept true from then on. */
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
    <Faces of={answer} whole>
      {() => (
        <>
          <Outlet />
          {tabs && <TabBar />}
        </>
      )}
    </Faces>
  );
}
