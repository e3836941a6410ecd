/**
 * Every route of the app: its address, the component that stands there, and the test that visits it. A test in
 * tests/repo compares this with web/routes.tsx, so that no screen is missed.
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

const ticket = 'a ticket with a picture is raised, answered live, and resolved';
const words = 'congrats, guide, about and promotion say what they have to say';
const withdrawals = 'withdrawals hold their amount at once, can be taken back, and are checked first';
const deposit = 'a deposit by bank asks for a reference, and its status changes by itself';
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
    test: [visitors, 'who is not signed in meets the landing page at every guarded door'],
  },
  { path: '*', component: 'NotFoundPage', test: [visitors, 'an address that is no page says so'] },

  {
    path: '/',
    component: 'HomePage',
    test: [visitors, 'home shows three games, four to come, and four wins at a time'],
  },
  {
    path: '/activity',
    component: 'ActivityPage',
    test: [account, 'what is pending and finished is told as it happens'],
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
    test: [payments, 'a bank withdrawal compares the account numbers, and only the server knows the balance'],
  },
  {
    path: '/Transactions',
    component: 'TransactionsPage',
    test: [payments, 'the list of transactions tells type, amount and status, newest first'],
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
];
