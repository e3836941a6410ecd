import { ActionIcon, Drawer } from '@mantine/core';
import { useQuery, useSubscription } from '@apollo/client/react';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { topLevelCode } from '../../apollo/errors.ts';
import { WithClient } from '../../apollo/WithClient.tsx';
import { graphql } from '../../gql/gql.ts';
import type { AdminAction, AdminShell_QueryQuery } from '../../gql/graphql.ts';
import { shell } from '#messages/admin/shell.ts';
import { paths } from '../../paths.ts';
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { Motif } from '../../ui/Motif.tsx';
import { useBackCloses } from '../../ui/useBackCloses.ts';
import { ProductNotice } from '../product/ProductNotice.tsx';
import { useProduct } from '../product/useProduct.ts';
import { Guard } from '../session/Guard.tsx';
import { PageErrors } from '../shell/PageErrors.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { useHandedTickets } from '../tickets/useHandedTickets.ts';
import { useTicketChanged } from '../tickets/useTicketChanged.ts';
import { accessTo } from './adminAccess.ts';
import { AdminNav } from './AdminNav.tsx';
import { AdminNotifications } from './AdminNotifications.tsx';
import classes from './AdminShell.module.css';
import { NotAllowed } from './NotAllowed.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { SkipLink } from './SkipLink.tsx';
import { MailedPasswordContext, MayContext, useMay } from './useMay.ts';
import { useRefetchSoon } from './useRefetchSoon.ts';
import { WithMantine } from './WithMantine.tsx';

const AdminShell_Query = graphql(`
  query AdminShell_Query {
    serverTime
    viewer {
      user {
        id
        name
        avatar
      }
      admin {
        settings {
          randomize
          profitabilityIndex
        }
        may
        passwordMailed
      }
    }
  }
`);

const AdminShell_CountsQuery = graphql(`
  query AdminShell_CountsQuery(
    $payments: Boolean!
    $tickets: Boolean!
    $teamTickets: Boolean!
    $proposals: Boolean!
    $signals: Boolean!
  ) {
    viewer {
      admin {
        pendingCount @include(if: $payments)
        unreadTicketCount @include(if: $tickets)
        handedTicketCount @include(if: $teamTickets)
        openProposalCount @include(if: $proposals)
        likelySignalCount @include(if: $signals)
        newAlertCount
      }
    }
  }
`);

const AdminShell_TransactionSubscription = graphql(`
  subscription AdminShell_TransactionSubscription {
    transactionChanged {
      id
      status
    }
  }
`);

const AdminShell_ProposalSubscription = graphql(`
  subscription AdminShell_ProposalSubscription {
    proposalChanged {
      id
      status
    }
  }
`);

const AdminShell_SignalSubscription = graphql(`
  subscription AdminShell_SignalSubscription {
    signalsChanged {
      likelyCount
    }
  }
`);

const AdminShell_AlertSubscription = graphql(`
  subscription AdminShell_AlertSubscription {
    alertsChanged {
      id
    }
  }
`);

/** Layout of the back office: for admins only, with the game's configuration loaded, in full width. */
export function AdminShell() {
  return (
    <WithClient>
      <Guard userType="admin">
        <WithMantine>
          <WithConfiguration />
        </WithMantine>
      </Guard>
    </WithClient>
  );
}

/** Loaded for those only who have to set up a second factor first. */
const EnrolFirst = lazyPart(async () => (await import('../secondFactor/EnrolFirst.tsx')).EnrolFirst);

/** Loaded after the page: it shows nothing until an alert opens. */
const AlertWatch = lazyPart(async () => (await import('../adminAlerts/AlertWatch.tsx')).AlertWatch);

function WithConfiguration() {
  const answer = useQuery(AdminShell_Query);
  if (topLevelCode(answer.error) === 'OTP_ENROLMENT_REQUIRED') {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <EnrolFirst />
      </Suspense>
    );
  }
  return (
    <QueryBoundary of={answer} whole>
      {({ viewer }) => (
        <MayContext value={viewer?.admin?.may ?? none}>
          <Frame viewer={viewer} />
        </MayContext>
      )}
    </QueryBoundary>
  );
}

/** The id of the page's content, past the navigation. */
const content = 'content';
const none: readonly AdminAction[] = [];

/** How many payments, tickets (unread ones; for teams those that are handed to them), proposals, signals and alerts wait, for those who may see them; 0 for others. */
function useCounts() {
  const may = useMay();
  const payments = may('TRANSACTION_READ_ALL');
  const tickets = may('TICKET_READ_ALL');
  const teamTickets = !tickets && may('TICKET_READ_HANDED');
  const proposals = may('PROPOSAL_READ');
  const signals = may('SIGNAL_READ');
  const { data, refetch } = useQuery(AdminShell_CountsQuery, {
    variables: { payments, tickets, teamTickets, proposals, signals },
  });
  const refetchCounts = useRefetchSoon(refetch);
  useSubscription(AdminShell_TransactionSubscription, { ignoreResults: true, onData: refetchCounts, skip: !payments });
  useSubscription(AdminShell_ProposalSubscription, { ignoreResults: true, onData: refetchCounts, skip: !proposals });
  useSubscription(AdminShell_SignalSubscription, { ignoreResults: true, onData: refetchCounts, skip: !signals });
  useSubscription(AdminShell_AlertSubscription, { ignoreResults: true, onData: refetchCounts });
  useTicketChanged(null, refetchCounts, !tickets);
  useHandedTickets(refetchCounts, !teamTickets);
  const admin = data?.viewer?.admin;
  return {
    pendingCount: admin?.pendingCount ?? 0,
    ticketCount: admin?.unreadTicketCount ?? admin?.handedTicketCount ?? 0,
    openProposalCount: admin?.openProposalCount ?? 0,
    likelySignalCount: admin?.likelySignalCount ?? 0,
    newAlertCount: admin?.newAlertCount ?? 0,
  };
}

function Frame({ viewer }: { viewer: AdminShell_QueryQuery['viewer'] }) {
  const [menuOpened, setMenuOpened] = useState(false);
  const { name } = useProduct();
  const counts = useCounts();
  const closeMenu = () => setMenuOpened(false);
  useBackCloses(menuOpened, closeMenu);
  return (
    <div className={classes.shell}>
      <SkipLink to={content} />
      <aside className={classes.side}>
        <Brand name={name} />
        <AdminNav {...counts} />
      </aside>
      <Drawer
        opened={menuOpened}
        onClose={closeMenu}
        title={<Brand name={name} />}
        size={280}
        classNames={{ overlay: classes.veil ?? '' }}
      >
        <AdminNav {...counts} onFollow={closeMenu} />
      </Drawer>
      <div className={classes.page}>
        <header className={classes.top}>
          <ActionIcon
            variant="raised"
            className={classes.menuButton ?? ''}
            aria-label={shell.menu}
            onClick={() => setMenuOpened(true)}
          >
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
          <AdminNotifications />
          <Suspense fallback={null}>
            <AlertWatch />
          </Suspense>
          <ColorSchemeToggle />
          {viewer && <ProfileMenu name={viewer.user.name} avatar={viewer.user.avatar} />}
        </header>
        <main id={content} tabIndex={-1} className={classes.main}>
          <PageErrors as={ErrorState}>
            <AllowedPage passwordMailed={viewer?.admin?.passwordMailed === true} />
          </PageErrors>
        </main>
        <ProductNotice />
      </div>
    </div>
  );
}

/** The page, or that it isn't for these roles; with a mailed password the page for one of the admin's own. */
function AllowedPage({ passwordMailed }: { passwordMailed: boolean }) {
  const may = useMay();
  const { pathname } = useLocation();
  const { changePassword } = paths.admin;
  if (passwordMailed && pathname !== changePassword) return <Navigate to={changePassword} replace />;
  if (!may(accessTo(pathname))) return <NotAllowed />;
  return (
    <MailedPasswordContext value={passwordMailed}>
      <Outlet />
    </MailedPasswordContext>
  );
}

function Brand({ name }: { name: string }) {
  return (
    <span translate="no" className={classes.brand}>
      <Motif size={28} />
      {name}
    </span>
  );
}
