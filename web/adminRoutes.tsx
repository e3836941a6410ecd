import { Navigate, type RouteObject } from 'react-router-dom';
import { readSession } from './apollo/sessionStore.ts';
import { lazily, page } from './lazyRoutes.tsx';
import { paths } from './paths.ts';

const adminPages = [
  page(paths.admin.dashboard, async () => (await import('./pages/admin/DashboardPage.tsx')).DashboardPage),
  page(paths.admin.sapre, async () => (await import('./pages/admin/GameControlPage.tsx')).GameControlPage),
  page(paths.admin.sapreHalf, async () => (await import('./pages/admin/AdminSapreHalfPage.tsx')).AdminSapreHalfPage),
  page(paths.admin.sapreOne, async () => (await import('./pages/admin/AdminSapreOnePage.tsx')).AdminSapreOnePage),
  page(paths.admin.sapreThree, async () => (await import('./pages/admin/AdminSapreThreePage.tsx')).AdminSapreThreePage),
  page(
    paths.admin.transactions,
    async () => (await import('./pages/admin/AdminTransactionsPage.tsx')).AdminTransactionsPage,
  ),
  page(paths.admin.statements, async () => (await import('./pages/admin/StatementsPage.tsx')).StatementsPage),
  page(paths.admin.manageAdmin, async () => (await import('./pages/admin/ManageAdminPage.tsx')).ManageAdminPage),
  page(
    paths.admin.registerNewAdmin,
    async () => (await import('./pages/admin/RegisterNewAdminPage.tsx')).RegisterNewAdminPage,
  ),
  page('/admin/manageAdmin/:uid', async () => (await import('./pages/admin/StaffPage.tsx')).StaffPage),
  page(paths.admin.manageUpi, async () => (await import('./pages/admin/ManageUpiPage.tsx')).ManageUpiPage),
  page(
    paths.admin.manageBankAccount,
    async () => (await import('./pages/admin/ManageBankAccountPage.tsx')).ManageBankAccountPage,
  ),
  page(paths.admin.support, async () => (await import('./pages/admin/SupportPage.tsx')).SupportPage),
  page(paths.admin.cannedAnswers, async () => (await import('./pages/admin/CannedAnswersPage.tsx')).CannedAnswersPage),
  page(
    paths.admin.changePassword,
    async () => (await import('./pages/admin/AdminChangePasswordPage.tsx')).AdminChangePasswordPage,
  ),
  page(
    paths.admin.secondFactor,
    async () => (await import('./pages/admin/AdminSecondFactorPage.tsx')).AdminSecondFactorPage,
  ),
  page(paths.admin.sessions, async () => (await import('./pages/admin/AdminSessionsPage.tsx')).AdminSessionsPage),
  page(paths.admin.proposals, async () => (await import('./pages/admin/ProposalsPage.tsx')).ProposalsPage),
  page(paths.admin.alerts, async () => (await import('./pages/admin/AlertsPage.tsx')).AlertsPage),
  page(paths.admin.signals, async () => (await import('./pages/admin/SignalsPage.tsx')).SignalsPage),
  page(paths.admin.feedback, async () => (await import('./pages/admin/FeedbackListPage.tsx')).FeedbackListPage),
  page(paths.admin.players, async () => (await import('./pages/admin/PlayersPage.tsx')).PlayersPage),
  page('/admin/players/:uid', async () => (await import('./pages/admin/PlayerDetailPage.tsx')).PlayerDetailPage),
  page(paths.admin.audit, async () => (await import('./pages/admin/AuditPage.tsx')).AuditPage),
];

/** The routes of the back office: its pages within their shell. */
export const adminRoutes: RouteObject[] = [
  {
    ...lazily(async () => (await import('./features/admin/AdminShell.tsx')).AdminShell),
    children: adminPages,
  },
  { path: paths.admin.root, element: <Navigate to={paths.admin.dashboard} replace /> },
  {
    path: '/admin/*',
    // Other users get the public page, so that the back office's scripts aren't loaded.
    ...lazily(async () =>
      readSession()?.user.userType === 'admin'
        ? (await import('./pages/admin/AdminNotFoundPage.tsx')).AdminNotFoundPage
        : (await import('./pages/public/NotFoundPage.tsx')).NotFoundPage,
    ),
  },
];
