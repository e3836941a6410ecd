/**
 * Every route of the app: its path, its component, and the test that visits it. A test in tests/repo compares this with
 * web/routes.tsx, so that no screen is missed.
 */
export interface RouteRow {
  readonly path: string;
  readonly component: string;
  /** File in tests/e2e, and the title of a test in it. */
  readonly test: readonly [file: string, title: string];
}

const account = 'account.spec.ts';
const game = 'game.spec.ts';
const payments = 'payments.spec.ts';
const support = 'support.spec.ts';
const visitors = 'public.spec.ts';
const axe = 'accessibility.spec.ts';
const games = 'adminGames.spec.ts';
const inbox = 'adminSupport.spec.ts';
const payees = 'adminPayees.spec.ts';
const people = 'adminPeople.spec.ts';
const stats = 'adminStats.spec.ts';

const ticket = 'a ticket with a picture is raised, answered live, and resolved';
const words = 'congrats, guide, about and promotion show their contents';
const withdrawals = 'withdrawals hold their amount at once, can be taken back, and are checked first';
const deposit = 'a deposit by bank asks for a reference, and its status changes by itself';
const axeWalks = 'axe finds nothing on ${screen.name}, light or dark';
const playerSeen = 'a player is found, seen in full, deactivated with a reason and let in again';
const gameShows = 'the game of ${title} shows clock, balance, choices and who decides';

export const routeTable: readonly RouteRow[] = [
  { path: '/login', component: 'LoginPage', test: [account, 'log-in refuses in clear words'] },
  {
    path: '/signup',
    component: 'SignupPage',
    test: [account, 'sign-up checks what was typed, and refuses an e-mail that is taken'],
  },
  {
    path: '/resetPassword',
    component: 'ResetPasswordPage',
    test: [account, 'a forgotten password is replaced by a mailed link, once'],
  },
  {
    path: '/account/SettingCenter/changePassword',
    component: 'ChangePasswordPage',
    test: [account, 'a changed password ends the session, and logging out ends it too'],
  },
  { path: '/congrats', component: 'CongratsPage', test: [visitors, words] },
  {
    path: '/fairness/:gameId',
    component: 'FairnessPage',
    test: [game, 'the result table turns its pages, and each result can be checked'],
  },
  {
    path: '/:slug',
    component: 'LandingPage',
    test: [visitors, 'every guarded page redirects to the landing page without a session'],
  },
  { path: '*', component: 'NotFoundPage', test: [visitors, 'an unknown address shows the not-found page'] },

  {
    path: '/',
    component: 'HomePage',
    test: [visitors, 'home shows three games, four to come, and four wins at a time'],
  },
  {
    path: '/activity',
    component: 'ActivityPage',
    test: [account, 'pending and finished items are updated live'],
  },
  { path: '/wallet', component: 'WalletPage', test: [payments, withdrawals] },
  { path: '/account', component: 'AccountPage', test: [account, 'name, picture and theme are one’s own'] },
  { path: '/promotion', component: 'PromotionPage', test: [visitors, words] },
  { path: '/avatar', component: 'AvatarPage', test: [account, 'name, picture and theme are one’s own'] },
  { path: '/deposit', component: 'DepositPage', test: [payments, deposit] },
  { path: '/depositMethod', component: 'DepositMethodPage', test: [payments, deposit] },
  { path: '/throughUPI', component: 'ThroughUPIPage', test: [payments, 'a reference is taken once'] },
  { path: '/throughBank', component: 'ThroughBankPage', test: [payments, deposit] },
  { path: '/payment-status', component: 'PaymentStatusPage', test: [payments, deposit] },
  { path: '/withdrawMethod', component: 'WithdrawMethodPage', test: [payments, withdrawals] },
  { path: '/withdrawthroughUPI', component: 'WithdrawThroughUPIPage', test: [payments, withdrawals] },
  {
    path: '/withdrawthroughBank',
    component: 'WithdrawThroughBankPage',
    test: [payments, 'a bank withdrawal compares the account numbers, and only the server checks the balance'],
  },
  {
    path: '/Transactions',
    component: 'TransactionsPage',
    test: [payments, 'the list of transactions shows type, amount and status, newest first'],
  },
  { path: '/BetRecords', component: 'BetRecordsPage', test: [payments, withdrawals] },
  {
    path: '/account/SettingCenter',
    component: 'SettingCenterPage',
    test: [account, 'name, picture and theme are one’s own'],
  },
  {
    path: '/account/Feedback',
    component: 'FeedbackPage',
    test: [account, 'feedback needs a rating and words, and is cleared when it is sent'],
  },
  {
    path: '/account/Notification',
    component: 'NotificationPage',
    test: [account, 'notifications start with three samples; real ones come above them, live'],
  },
  { path: '/account/CustomerService', component: 'CustomerServicePage', test: [support, ticket] },
  { path: '/account/CustomerService/raiseTicket', component: 'RaiseTicketPage', test: [support, ticket] },
  { path: '/account/CustomerService/liveChat', component: 'LiveChatPage', test: [support, ticket] },
  { path: '/account/CustomerService/liveChat/chat', component: 'ChatPage', test: [support, ticket] },
  { path: '/account/Guide', component: 'GuidePage', test: [visitors, words] },
  { path: '/account/About', component: 'AboutPage', test: [visitors, words] },
  { path: '/sapreThritySec', component: 'SapreHalfPage', test: [game, gameShows] },
  { path: '/sapreOneMin', component: 'SapreOnePage', test: [game, gameShows] },
  { path: '/sapreThreeMin', component: 'SapreThreePage', test: [game, gameShows] },

  {
    path: '/admin/dashboard',
    component: 'DashboardPage',
    test: [stats, 'the dashboard shows who was about, what came in and how the draws fell'],
  },
  {
    path: '/admin/sapre',
    component: 'GameControlPage',
    test: [games, 'randomizing must be confirmed, and can be left as it is'],
  },
  { path: '/admin/sapre/sapreThirtySec', component: 'AdminSapreHalfPage', test: [axe, axeWalks] },
  { path: '/admin/sapre/sapreOneMin', component: 'AdminSapreOnePage', test: [axe, axeWalks] },
  {
    path: '/admin/sapre/sapreThreeMin',
    component: 'AdminSapreThreePage',
    test: [games, 'an override is marked at once for the player, who takes the bets back'],
  },
  {
    path: '/admin/transactions',
    component: 'AdminTransactionsPage',
    test: ['adminTransactions.spec.ts', 'a deposit is approved with the history of the player beside the decision'],
  },
  {
    path: '/admin/manageAdmin',
    component: 'ManageAdminPage',
    test: [people, 'an admin is deactivated for good, and is out at once; the primary one cannot be'],
  },
  {
    path: '/admin/manageAdmin/registerNewAdmin',
    component: 'RegisterNewAdminPage',
    test: [people, 'an admin is registered: checked, mailed a password, and in the list afterwards'],
  },
  {
    path: '/admin/manageUpi',
    component: 'ManageUpiPage',
    test: [payees, 'a UPI id is added, switched off and on, and removed'],
  },
  {
    path: '/admin/manageBankAccount',
    component: 'ManageBankAccountPage',
    test: [payees, 'a bank account is checked, added, switched off and removed'],
  },
  {
    path: '/admin/support',
    component: 'SupportPage',
    test: [inbox, 'a ticket is answered and resolved, live on both sides'],
  },
  {
    path: '/admin/changePassword',
    component: 'AdminChangePasswordPage',
    test: [people, 'an admin changes the password, and logs in with the new one'],
  },
  { path: '/admin/feedback', component: 'FeedbackListPage', test: [inbox, 'feedback is there to read'] },
  { path: '/admin/players', component: 'PlayersPage', test: [people, playerSeen] },
  { path: '/admin/players/:uid', component: 'PlayerDetailPage', test: [people, playerSeen] },
  { path: '/admin/audit', component: 'AuditPage', test: [people, playerSeen] },
];
