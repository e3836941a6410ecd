import type { ComponentType } from 'react';
import { paths } from './paths.ts';

// oxlint-disable-next-line typescript/consistent-type-imports -- an import would count as one of the texts, of which no page needs all
type Messages = typeof import('./messages/en.ts');
/** A text that is the same for all, or has the product's name in it. */
type Text = string | ((product: string) => string);
type KeysOf<Group> = { [Name in keyof Group & string]: Group[Name] extends Text ? Name : never }[keyof Group & string];
type KeysOfGroups<Groups> = {
  [Name in keyof Groups & string]: `${Name}.${KeysOf<Groups[Name]>}`;
}[keyof Groups & string];

/** The place of a text among the messages. */
export type TextKey = KeysOfGroups<Omit<Messages, 'admin'>> | `admin.${KeysOfGroups<Messages['admin']>}`;

export interface EarlyQuery {
  /** Its document's name. */
  readonly name: string;
  /** As the page's own request has them, in the same order. */
  readonly variables: object;
}

export interface Page {
  /** In the router's syntax. */
  readonly path: string;
  /** Which callers open it: players and admins within their shell, the public without one. */
  readonly audience: 'public' | 'player' | 'admin';
  readonly title: TextKey;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /**
   * Opened first and most: its files are kept on the device from the first visit on. With a name, what it shares with other pages
   * is in the script of that name (server/build/chunks.ts).
   */
  readonly main?: true | 'app' | 'player' | 'game';
  /** What the document shows until the scripts run (outlines.ts), for players and before sign-in; default: card. */
  readonly outline?: 'card' | 'form' | 'list';
  /** A text in the outline: at least as long as any paragraph that the page shows first. */
  readonly hint?: TextKey;
  /** What it shows first: its document sends these queries while the scripts are on their way (earlyQueries.inline.js). */
  readonly early?: readonly EarlyQuery[];
}

const ofGame = (gameType: string): readonly EarlyQuery[] => [
  { name: 'GameScreen_Query', variables: { gameType } },
  { name: 'ResultTable_Query', variables: { gameType, after: null } },
];

/**
 * Every page of the app. Router, documents and their preloads, the server's addresses, the service worker and the scripts
 * of the build derive from this list.
 */
export const pages: readonly Page[] = [
  {
    path: paths.login,
    audience: 'public',
    title: 'login.heading',
    load: () => import('./pages/public/LoginPage.tsx'),
    outline: 'form',
    hint: 'login.help',
  },
  {
    path: paths.signup,
    audience: 'public',
    title: 'signup.heading',
    load: () => import('./pages/public/SignupPage.tsx'),
    outline: 'form',
    hint: 'signup.text',
  },
  {
    path: paths.resetPassword,
    audience: 'public',
    title: 'titles.resetPassword',
    load: () => import('./pages/public/ResetPasswordPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.changePassword,
    audience: 'public',
    title: 'titles.changePassword',
    load: () => import('./pages/public/ChangePasswordPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.withdrawExcluded,
    audience: 'public',
    title: 'titles.withdrawExcluded',
    load: () => import('./pages/public/WithdrawExcludedPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.congrats,
    audience: 'public',
    title: 'titles.congrats',
    load: () => import('./pages/public/CongratsPage.tsx'),
  },
  {
    path: '/fairness/:gameId',
    audience: 'public',
    title: 'titles.fairness',
    load: () => import('./pages/public/FairnessPage.tsx'),
  },
  {
    path: paths.transparency,
    audience: 'public',
    title: 'titles.transparency',
    load: () => import('./pages/public/TransparencyPage.tsx'),
  },
  {
    path: '/:slug',
    audience: 'public',
    title: 'landing.title',
    load: () => import('./pages/public/LandingPage.tsx'),
    main: 'app',
    outline: 'form',
    hint: 'landing.text',
  },

  {
    path: paths.home,
    audience: 'player',
    title: 'titles.home',
    load: () => import('./pages/player/HomePage.tsx'),
    main: 'player',
    hint: 'home.bannerText',
    early: [{ name: 'HomePage_Query', variables: {} }],
  },
  {
    path: paths.activity,
    audience: 'player',
    title: 'titles.activity',
    load: () => import('./pages/player/ActivityPage.tsx'),
    main: true,
    outline: 'list',
  },
  {
    path: paths.wallet,
    audience: 'player',
    title: 'titles.wallet',
    load: () => import('./pages/player/WalletPage.tsx'),
    main: 'player',
    hint: 'wallet.hint',
    early: [{ name: 'WalletPage_Query', variables: {} }],
  },
  {
    path: paths.account,
    audience: 'player',
    title: 'titles.account',
    load: () => import('./pages/player/AccountPage.tsx'),
    main: true,
    outline: 'list',
  },
  {
    path: paths.sapreHalf,
    audience: 'player',
    title: 'titles.sapreHalf',
    load: () => import('./pages/player/SapreHalfPage.tsx'),
    main: 'game',
    hint: 'shell.game',
    early: ofGame('SAPRE_HALF'),
  },
  {
    path: paths.sapreOne,
    audience: 'player',
    title: 'titles.sapreOne',
    load: () => import('./pages/player/SapreOnePage.tsx'),
    main: 'game',
    hint: 'shell.game',
    early: ofGame('SAPRE_ONE'),
  },
  {
    path: paths.sapreThree,
    audience: 'player',
    title: 'titles.sapreThree',
    load: () => import('./pages/player/SapreThreePage.tsx'),
    main: 'game',
    hint: 'shell.game',
    early: ofGame('SAPRE_THREE'),
  },
  {
    path: paths.deposit,
    audience: 'player',
    title: 'titles.deposit',
    load: () => import('./pages/player/DepositPage.tsx'),
    main: true,
    outline: 'form',
  },
  {
    path: paths.promotion,
    audience: 'player',
    title: 'titles.promotion',
    load: () => import('./pages/player/PromotionPage.tsx'),
  },
  {
    path: paths.avatar,
    audience: 'player',
    title: 'titles.avatar',
    load: () => import('./pages/player/AvatarPage.tsx'),
  },
  {
    path: paths.depositMethod,
    audience: 'player',
    title: 'titles.depositMethod',
    load: () => import('./pages/player/DepositMethodPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.throughUPI,
    audience: 'player',
    title: 'titles.deposit',
    load: () => import('./pages/player/ThroughUPIPage.tsx'),
  },
  {
    path: paths.throughBank,
    audience: 'player',
    title: 'titles.deposit',
    load: () => import('./pages/player/ThroughBankPage.tsx'),
  },
  {
    path: paths.paymentStatus,
    audience: 'player',
    title: 'titles.paymentStatus',
    load: () => import('./pages/player/PaymentStatusPage.tsx'),
  },
  {
    path: paths.withdrawMethod,
    audience: 'player',
    title: 'titles.withdrawMethod',
    load: () => import('./pages/player/WithdrawMethodPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.withdrawThroughUPI,
    audience: 'player',
    title: 'titles.withdrawThroughUPI',
    load: () => import('./pages/player/WithdrawThroughUPIPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.withdrawThroughBank,
    audience: 'player',
    title: 'titles.withdrawThroughBank',
    load: () => import('./pages/player/WithdrawThroughBankPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.transactions,
    audience: 'player',
    title: 'titles.transactions',
    load: () => import('./pages/player/TransactionsPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.yourData,
    audience: 'player',
    title: 'titles.yourData',
    load: () => import('./pages/player/YourDataPage.tsx'),
  },
  {
    path: paths.closeAccount,
    audience: 'player',
    title: 'titles.closeAccount',
    load: () => import('./pages/player/CloseAccountPage.tsx'),
  },
  {
    path: paths.statement,
    audience: 'player',
    title: 'titles.statement',
    load: () => import('./pages/player/StatementPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.betRecords,
    audience: 'player',
    title: 'titles.betRecords',
    load: () => import('./pages/player/BetRecordsPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.playSafely,
    audience: 'player',
    title: 'titles.playSafely',
    load: () => import('./pages/player/PlaySafelyPage.tsx'),
  },
  {
    path: paths.secondFactor,
    audience: 'player',
    title: 'titles.secondFactor',
    load: () => import('./pages/player/SecondFactorPage.tsx'),
  },
  {
    path: paths.sessions,
    audience: 'player',
    title: 'titles.sessions',
    load: () => import('./pages/player/SessionsPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.settingCenter,
    audience: 'player',
    title: 'titles.settingCenter',
    load: () => import('./pages/player/SettingCenterPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.feedback,
    audience: 'player',
    title: 'titles.feedback',
    load: () => import('./pages/player/FeedbackPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.notification,
    audience: 'player',
    title: 'titles.notification',
    load: () => import('./pages/player/NotificationPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.customerService,
    audience: 'player',
    title: 'titles.customerService',
    load: () => import('./pages/player/CustomerServicePage.tsx'),
    outline: 'list',
  },
  {
    path: paths.raiseTicket,
    audience: 'player',
    title: 'titles.raiseTicket',
    load: () => import('./pages/player/RaiseTicketPage.tsx'),
    outline: 'form',
  },
  {
    path: paths.liveChat,
    audience: 'player',
    title: 'titles.liveChat',
    load: () => import('./pages/player/LiveChatPage.tsx'),
    outline: 'list',
  },
  {
    path: paths.chat,
    audience: 'player',
    title: 'titles.chat',
    load: () => import('./pages/player/ChatPage.tsx'),
    outline: 'list',
  },
  { path: paths.guide, audience: 'player', title: 'titles.guide', load: () => import('./pages/player/GuidePage.tsx') },
  { path: paths.about, audience: 'player', title: 'titles.about', load: () => import('./pages/player/AboutPage.tsx') },

  {
    path: paths.admin.dashboard,
    audience: 'admin',
    title: 'admin.stats.title',
    load: () => import('./pages/admin/DashboardPage.tsx'),
  },
  {
    path: paths.admin.sapre,
    audience: 'admin',
    title: 'admin.games.control',
    load: () => import('./pages/admin/GameControlPage.tsx'),
  },
  {
    path: paths.admin.sapreHalf,
    audience: 'admin',
    title: 'admin.shell.sapre',
    load: () => import('./pages/admin/AdminSapreHalfPage.tsx'),
  },
  {
    path: paths.admin.sapreOne,
    audience: 'admin',
    title: 'admin.shell.sapre',
    load: () => import('./pages/admin/AdminSapreOnePage.tsx'),
  },
  {
    path: paths.admin.sapreThree,
    audience: 'admin',
    title: 'admin.shell.sapre',
    load: () => import('./pages/admin/AdminSapreThreePage.tsx'),
  },
  {
    path: paths.admin.transactions,
    audience: 'admin',
    title: 'admin.payments.title',
    load: () => import('./pages/admin/AdminTransactionsPage.tsx'),
  },
  {
    path: paths.admin.payouts,
    audience: 'admin',
    title: 'admin.payoutBatches.title',
    load: () => import('./pages/admin/PayoutsPage.tsx'),
  },
  {
    path: '/admin/payouts/:id',
    audience: 'admin',
    title: 'admin.payoutBatches.oneBatch',
    load: () => import('./pages/admin/PayoutBatchPage.tsx'),
  },
  {
    path: paths.admin.statements,
    audience: 'admin',
    title: 'admin.statements.title',
    load: () => import('./pages/admin/StatementsPage.tsx'),
  },
  {
    path: paths.admin.manageAdmin,
    audience: 'admin',
    title: 'admin.admins.title',
    load: () => import('./pages/admin/ManageAdminPage.tsx'),
  },
  {
    path: paths.admin.registerNewAdmin,
    audience: 'admin',
    title: 'admin.registerAdmin.title',
    load: () => import('./pages/admin/RegisterNewAdminPage.tsx'),
  },
  {
    path: '/admin/manageAdmin/:uid',
    audience: 'admin',
    title: 'admin.admins.one',
    load: () => import('./pages/admin/StaffPage.tsx'),
  },
  {
    path: paths.admin.manageUpi,
    audience: 'admin',
    title: 'admin.shell.manageUpi',
    load: () => import('./pages/admin/ManageUpiPage.tsx'),
  },
  {
    path: paths.admin.manageBankAccount,
    audience: 'admin',
    title: 'admin.shell.manageBankAccount',
    load: () => import('./pages/admin/ManageBankAccountPage.tsx'),
  },
  {
    path: paths.admin.support,
    audience: 'admin',
    title: 'admin.support.title',
    load: () => import('./pages/admin/SupportPage.tsx'),
  },
  {
    path: paths.admin.cannedAnswers,
    audience: 'admin',
    title: 'admin.support.title',
    load: () => import('./pages/admin/CannedAnswersPage.tsx'),
  },
  {
    path: paths.admin.changePassword,
    audience: 'admin',
    title: 'admin.shell.changePassword',
    load: () => import('./pages/admin/AdminChangePasswordPage.tsx'),
  },
  {
    path: paths.admin.secondFactor,
    audience: 'admin',
    title: 'admin.shell.secondFactor',
    load: () => import('./pages/admin/AdminSecondFactorPage.tsx'),
  },
  {
    path: paths.admin.sessions,
    audience: 'admin',
    title: 'titles.sessions',
    load: () => import('./pages/admin/AdminSessionsPage.tsx'),
  },
  {
    path: paths.admin.proposals,
    audience: 'admin',
    title: 'admin.proposals.title',
    load: () => import('./pages/admin/ProposalsPage.tsx'),
  },
  {
    path: paths.admin.alerts,
    audience: 'admin',
    title: 'admin.alerts.title',
    load: () => import('./pages/admin/AlertsPage.tsx'),
  },
  {
    path: paths.admin.signals,
    audience: 'admin',
    title: 'admin.signals.title',
    load: () => import('./pages/admin/SignalsPage.tsx'),
  },
  {
    path: paths.admin.feedback,
    audience: 'admin',
    title: 'admin.feedback.title',
    load: () => import('./pages/admin/FeedbackListPage.tsx'),
  },
  {
    path: paths.admin.players,
    audience: 'admin',
    title: 'admin.players.title',
    load: () => import('./pages/admin/PlayersPage.tsx'),
  },
  {
    path: '/admin/players/:uid',
    audience: 'admin',
    title: 'admin.players.one',
    load: () => import('./pages/admin/PlayerDetailPage.tsx'),
  },
  {
    path: paths.admin.reports,
    audience: 'admin',
    title: 'admin.reports.title',
    load: () => import('./pages/admin/DailyReportsPage.tsx'),
  },
  {
    path: paths.admin.audit,
    audience: 'admin',
    title: 'admin.audit.title',
    load: () => import('./pages/admin/AuditPage.tsx'),
  },

  { path: '*', audience: 'public', title: 'titles.notFound', load: () => import('./pages/public/NotFoundPage.tsx') },
];
