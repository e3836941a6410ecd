import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { readSession } from './apollo/sessionStore.ts';
import { ProductProvider } from './features/shell/ProductProvider.tsx';
import { PageFocus } from './features/shell/PageFocus.tsx';
import { PageErrors } from './features/shell/PageErrors.tsx';
import { lazily } from './lazyRoutes.tsx';
import { paths } from './paths.ts';

/** A route whose page is loaded lazily. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ...lazily(load) };
}

const publicPages = [
  page(paths.login, async () => (await import('./pages/public/LoginPage.tsx')).LoginPage),
  page(paths.signup, async () => (await import('./pages/public/SignupPage.tsx')).SignupPage),
  page(paths.resetPassword, async () => (await import('./pages/public/ResetPasswordPage.tsx')).ResetPasswordPage),
  page(paths.changePassword, async () => (await import('./pages/public/ChangePasswordPage.tsx')).ChangePasswordPage),
  page(
    paths.withdrawExcluded,
    async () => (await import('./pages/public/WithdrawExcludedPage.tsx')).WithdrawExcludedPage,
  ),
  page(paths.congrats, async () => (await import('./pages/public/CongratsPage.tsx')).CongratsPage),
  page('/fairness/:gameId', async () => (await import('./pages/public/FairnessPage.tsx')).FairnessPage),
  page(paths.transparency, async () => (await import('./pages/public/TransparencyPage.tsx')).TransparencyPage),
  page('/:slug', async () => (await import('./pages/public/LandingPage.tsx')).LandingPage),
  page('*', async () => (await import('./pages/public/NotFoundPage.tsx')).NotFoundPage),
];

const playerPages = [
  page(paths.home, async () => (await import('./pages/player/HomePage.tsx')).HomePage),
  page(paths.activity, async () => (await import('./pages/player/ActivityPage.tsx')).ActivityPage),
  page(paths.wallet, async () => (await import('./pages/player/WalletPage.tsx')).WalletPage),
  page(paths.account, async () => (await import('./pages/player/AccountPage.tsx')).AccountPage),
  page(paths.promotion, async () => (await import('./pages/player/PromotionPage.tsx')).PromotionPage),
  page(paths.avatar, async () => (await import('./pages/player/AvatarPage.tsx')).AvatarPage),
  page(paths.deposit, async () => (await import('./pages/player/DepositPage.tsx')).DepositPage),
  page(paths.depositMethod, async () => (await import('./pages/player/DepositMethodPage.tsx')).DepositMethodPage),
  page(paths.throughUPI, async () => (await import('./pages/player/ThroughUPIPage.tsx')).ThroughUPIPage),
  page(paths.throughBank, async () => (await import('./pages/player/ThroughBankPage.tsx')).ThroughBankPage),
  page(paths.paymentStatus, async () => (await import('./pages/player/PaymentStatusPage.tsx')).PaymentStatusPage),
  page(paths.withdrawMethod, async () => (await import('./pages/player/WithdrawMethodPage.tsx')).WithdrawMethodPage),
  page(
    paths.withdrawThroughUPI,
    async () => (await import('./pages/player/WithdrawThroughUPIPage.tsx')).WithdrawThroughUPIPage,
  ),
  page(
    paths.withdrawThroughBank,
    async () => (await import('./pages/player/WithdrawThroughBankPage.tsx')).WithdrawThroughBankPage,
  ),
  page(paths.transactions, async () => (await import('./pages/player/TransactionsPage.tsx')).TransactionsPage),
  page(paths.yourData, async () => (await import('./pages/player/YourDataPage.tsx')).YourDataPage),
  page(paths.closeAccount, async () => (await import('./pages/player/CloseAccountPage.tsx')).CloseAccountPage),
  page(paths.statement, async () => (await import('./pages/player/StatementPage.tsx')).StatementPage),
  page(paths.betRecords, async () => (await import('./pages/player/BetRecordsPage.tsx')).BetRecordsPage),
  page(paths.playSafely, async () => (await import('./pages/player/PlaySafelyPage.tsx')).PlaySafelyPage),
  page(paths.secondFactor, async () => (await import('./pages/player/SecondFactorPage.tsx')).SecondFactorPage),
  page(paths.sessions, async () => (await import('./pages/player/SessionsPage.tsx')).SessionsPage),
  page(paths.settingCenter, async () => (await import('./pages/player/SettingCenterPage.tsx')).SettingCenterPage),
  page(paths.feedback, async () => (await import('./pages/player/FeedbackPage.tsx')).FeedbackPage),
  page(paths.notification, async () => (await import('./pages/player/NotificationPage.tsx')).NotificationPage),
  page(paths.customerService, async () => (await import('./pages/player/CustomerServicePage.tsx')).CustomerServicePage),
  page(paths.raiseTicket, async () => (await import('./pages/player/RaiseTicketPage.tsx')).RaiseTicketPage),
  page(paths.liveChat, async () => (await import('./pages/player/LiveChatPage.tsx')).LiveChatPage),
  page(paths.chat, async () => (await import('./pages/player/ChatPage.tsx')).ChatPage),
  page(paths.guide, async () => (await import('./pages/player/GuidePage.tsx')).GuidePage),
  page(paths.about, async () => (await import('./pages/player/AboutPage.tsx')).AboutPage),
  page(paths.sapreHalf, async () => (await import('./pages/player/SapreHalfPage.tsx')).SapreHalfPage),
  page(paths.sapreOne, async () => (await import('./pages/player/SapreOnePage.tsx')).SapreOnePage),
  page(paths.sapreThree, async () => (await import('./pages/player/SapreThreePage.tsx')).SapreThreePage),
];

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

/**
 * Every route of the app: the player's and the admin's within their shells, which only their pages load, and the public
 * ones.
 */
export const routes: RouteObject[] = [
  {
    element: (
      <ProductProvider>
        <PageErrors>
          <Outlet />
        </PageErrors>
        <PageFocus />
      </ProductProvider>
    ),
    children: [
      {
        ...lazily(async () => (await import('./features/player/PlayerShell.tsx')).PlayerShell),
        children: playerPages,
      },
      {
        ...lazily(async () => (await import('./features/admin/AdminShell.tsx')).AdminShell),
        children: adminPages,
      },
      { path: paths.admin.root, element: <Navigate to={paths.admin.dashboard} replace /> },
      {
        path: '/admin/*',
        // Nobody but admins loads the back office for it.
        ...lazily(async () =>
          readSession()?.user.userType === 'admin'
            ? (await import('./pages/admin/AdminNotFoundPage.tsx')).AdminNotFoundPage
            : (await import('./pages/public/NotFoundPage.tsx')).NotFoundPage,
        ),
      },
      ...publicPages,
    ],
  },
];
