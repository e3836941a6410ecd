import { expect, type Page } from '@playwright/test';
import type { ChildServer } from '../support/childServer.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import type { People } from './past.ts';
import { ANY, said } from './said.ts';

/** The viewer: without a session, a new player, a player with history, or an admin. */
export type Viewer = 'nobody' | 'newcomer' | 'player' | 'admin';

export interface Scene {
  readonly server: ChildServer;
  readonly people: People;
}

export interface Screen {
  /** The file's name. */
  readonly name: string;
  readonly path: string;
  /** The route that is shown in the end, where `reach` leads to another one than `path`. */
  readonly route?: string;
  readonly viewer: Viewer;
  /** Location state from the previous screen. */
  readonly state?: Record<string, unknown>;
  /** Prepares data before the screen is opened. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  /** Brings the screen into the state to capture. */
  readonly reach?: (page: Page, scene: Scene) => Promise<void>;
}

const resultLink = said((words) => words.game.check(ANY));
const chartName = said((words) => `${words.figures.draws.title}${ANY}`);
const wonText = said((words) => words.game.outcome.won(ANY));

const recharge = { rechargeAmount: '500.00' };

/** Every screen and its states. */
export const screens: readonly Screen[] = [
  { name: 'landing', path: '/rangoli', viewer: 'nobody' },
  { name: 'login', path: '/login', viewer: 'nobody' },
  { name: 'login-refused', path: '/login', viewer: 'nobody', reach: logInWrongly },
  { name: 'login-forgot', path: '/login', viewer: 'nobody', reach: (page) => press(page, said((words) => words.login.forgot)) },
  { name: 'login-link', path: '/login', viewer: 'nobody', reach: (page) => press(page, said((words) => words.login.emailLink)) },
  { name: 'signup', path: '/signup', viewer: 'nobody' },
  { name: 'signup-missing', path: '/signup', viewer: 'nobody', reach: (page) => press(page, said((words) => words.signup.submit)) },
  { name: 'reset-password-refused', path: '/resetPassword', viewer: 'nobody' },
  { name: 'change-password-signed-out', path: '/account/SettingCenter/changePassword', viewer: 'nobody' },
  { name: 'withdraw-excluded', path: '/withdrawExcluded', viewer: 'nobody' },
  { name: 'congrats', path: '/congrats', viewer: 'nobody' },
  { name: 'not-found', path: '/no/such/page', viewer: 'nobody' },
  { name: 'transparency', path: '/transparency', viewer: 'nobody' },
  { name: 'fairness-unknown', path: '/fairness/sapreOne-1', viewer: 'nobody' },

  { name: 'home', path: '/', viewer: 'newcomer' },
  { name: 'activity-empty', path: '/activity', viewer: 'newcomer' },
  { name: 'wallet-empty', path: '/wallet', viewer: 'newcomer' },
  { name: 'transactions-empty', path: '/Transactions', viewer: 'newcomer' },
  { name: 'bet-records-empty', path: '/BetRecords', viewer: 'newcomer' },
  { name: 'live-chat-empty', path: '/account/CustomerService/liveChat', viewer: 'newcomer' },
  { name: 'payment-status-empty', path: '/payment-status', viewer: 'newcomer' },
  { name: 'deposit-method-no-amount', path: '/depositMethod', viewer: 'newcomer' },
  { name: 'chat-no-ticket', path: '/account/CustomerService/liveChat/chat', viewer: 'newcomer' },
  {
    name: 'game-insufficient',
    path: '/sapreThreeMin',
    viewer: 'newcomer',
    prepare: openLongRound,
    reach: (page) => press(page, said((words) => words.game.join(words.colors.RED))),
  },

  { name: 'activity', path: '/activity', viewer: 'player' },
  { name: 'wallet', path: '/wallet', viewer: 'player' },
  { name: 'account', path: '/account', viewer: 'player' },
  { name: 'avatar', path: '/avatar', viewer: 'player' },
  { name: 'settings', path: '/account/SettingCenter', viewer: 'player' },
  { name: 'play-safely', path: '/account/SettingCenter/playSafely', viewer: 'player' },
  { name: 'second-factor', path: '/account/SettingCenter/secondFactor', viewer: 'player' },
  { name: 'sessions', path: '/account/SettingCenter/sessions', viewer: 'player' },
  { name: 'your-data', path: '/account/SettingCenter/yourData', viewer: 'player' },
  { name: 'close-account', path: '/account/SettingCenter/closeAccount', viewer: 'player' },
  { name: 'change-password', path: '/account/SettingCenter/changePassword', viewer: 'player' },
  { name: 'promotion', path: '/promotion', viewer: 'player' },
  { name: 'deposit', path: '/deposit', viewer: 'player', reach: (page) => press(page, '₹500') },
  { name: 'deposit-method', path: '/depositMethod', viewer: 'player', state: recharge },
  { name: 'through-upi', path: '/throughUPI', viewer: 'player', state: recharge },
  { name: 'through-upi-qr', path: '/throughUPI', viewer: 'player', state: recharge, reach: showQr },
  { name: 'through-bank', path: '/throughBank', viewer: 'player', state: recharge },
  { name: 'payment-status', path: '/payment-status', viewer: 'player' },
  { name: 'withdraw-method', path: '/withdrawMethod', viewer: 'player' },
  { name: 'withdraw-upi', path: '/withdrawthroughUPI', viewer: 'player' },
  { name: 'withdraw-upi-missing', path: '/withdrawthroughUPI', viewer: 'player', reach: (page) => press(page, said((words) => words.withdraw.submit)) },
  { name: 'withdraw-bank', path: '/withdrawthroughBank', viewer: 'player' },
  { name: 'transactions', path: '/Transactions', viewer: 'player' },
  { name: 'transactions-failed', path: '/wallet', viewer: 'player', reach: failToLoad },
  { name: 'unreachable', path: '/wallet', viewer: 'player', reach: loseServer },
  { name: 'statement', path: '/account/Statement', viewer: 'player' },
  { name: 'bet-records', path: '/BetRecords', viewer: 'player' },
  { name: 'bet-records-cancel', path: '/BetRecords', viewer: 'player', reach: (page) => press(page, said((words) => words.transactions.cancel)) },
  { name: 'feedback', path: '/account/Feedback', viewer: 'player' },
  { name: 'notification', path: '/account/Notification', viewer: 'player' },
  { name: 'customer-service', path: '/account/CustomerService', viewer: 'player' },
  { name: 'raise-ticket', path: '/account/CustomerService/raiseTicket', viewer: 'player' },
  {
    name: 'raise-ticket-missing',
    path: '/account/CustomerService/raiseTicket',
    viewer: 'player',
    reach: (page) => press(page, said((words) => words.tickets.submit)),
  },
  { name: 'live-chat', path: '/account/CustomerService/liveChat', viewer: 'player' },
  {
    name: 'chat',
    path: '/account/CustomerService/liveChat',
    route: '/account/CustomerService/liveChat/chat',
    viewer: 'player',
    reach: openChat,
  },
  { name: 'guide', path: '/account/Guide', viewer: 'player' },
  { name: 'about', path: '/account/About', viewer: 'player' },
  { name: 'game-half', path: '/sapreThritySec', viewer: 'player' },
  { name: 'game-figures', path: '/sapreThritySec', viewer: 'player', reach: showFigures },
  { name: 'game-one', path: '/sapreOneMin', viewer: 'player' },
  { name: 'game-three', path: '/sapreThreeMin', viewer: 'player' },
  {
    name: 'game-bet',
    path: '/sapreThreeMin',
    viewer: 'player',
    prepare: openLongRound,
    reach: (page) => press(page, said((words) => words.game.join(words.colors.GREEN))),
  },
  { name: 'game-last-seconds', path: '/sapreThritySec', viewer: 'player', prepare: toLastSeconds },
  { name: 'game-operator', path: '/sapreThritySec', viewer: 'player', prepare: betAndOverride },
  { name: 'game-cancel', path: '/sapreThritySec', viewer: 'player', prepare: betAndOverride, reach: askToCancel },
  { name: 'game-won', path: '/sapreThritySec', viewer: 'player', prepare: betAndOverride, reach: seeTheEnd },
  { name: 'fairness', path: '/sapreThritySec', route: '/fairness/:gameId', viewer: 'player', reach: openFairness },
  { name: 'fairness-rule', path: '/sapreThritySec', viewer: 'player', prepare: playByRule, reach: openFairness },

  { name: 'admin-dashboard', path: '/admin/dashboard', viewer: 'admin' },
  { name: 'admin-dashboard-table', path: '/admin/dashboard', viewer: 'admin', reach: showTable },
  { name: 'admin-dashboard-custom', path: '/admin/dashboard', viewer: 'admin', reach: (page) => press(page, 'Custom') },
  { name: 'admin-sapre', path: '/admin/sapre', viewer: 'admin' },
  { name: 'admin-sapre-randomize', path: '/admin/sapre', viewer: 'admin', reach: stopRandomizing },
  { name: 'admin-sapre-pause', path: '/admin/sapre', viewer: 'admin', reach: (page) => press(page, 'Pause: Deposits') },
  { name: 'admin-sapre-half', path: '/admin/sapre/sapreThirtySec', viewer: 'admin' },
  { name: 'admin-sapre-set', path: '/admin/sapre/sapreThirtySec', viewer: 'admin', prepare: betAndOverride },
  { name: 'admin-sapre-one', path: '/admin/sapre/sapreOneMin', viewer: 'admin' },
  { name: 'admin-sapre-three', path: '/admin/sapre/sapreThreeMin', viewer: 'admin' },
  {
    name: 'admin-sapre-override',
    path: '/admin/sapre/sapreThreeMin',
    viewer: 'admin',
    prepare: openLongRound,
    reach: override,
  },
  {
    name: 'admin-sapre-void',
    path: '/admin/sapre/sapreThreeMin',
    viewer: 'admin',
    prepare: openLongRound,
    reach: askToVoid,
  },
  { name: 'admin-notifications', path: '/admin/sapre', viewer: 'admin', reach: openNotifications },
  { name: 'admin-second-factor', path: '/admin/secondFactor', viewer: 'admin' },
  { name: 'admin-sessions', path: '/admin/sessions', viewer: 'admin' },
  { name: 'admin-transactions', path: '/admin/transactions', viewer: 'admin' },
  { name: 'admin-transactions-all', path: '/admin/transactions?status=ALL', viewer: 'admin' },
  { name: 'admin-transactions-none', path: '/admin/transactions?search=nothing', viewer: 'admin' },
  { name: 'admin-transactions-decide', path: '/admin/transactions?type=DEBIT', viewer: 'admin', reach: decide },
  { name: 'admin-export', path: '/admin/transactions', viewer: 'admin', reach: (page) => press(page, 'Export') },
  { name: 'admin-transactions-bulk', path: '/admin/transactions?type=CREDIT', viewer: 'admin', reach: approveSelected },
  { name: 'admin-transactions-filters', path: '/admin/transactions', viewer: 'admin', reach: (page) => press(page, 'More filters') },
  { name: 'admin-transactions-saved', path: '/admin/transactions', viewer: 'admin', reach: (page) => press(page, 'Saved filters') },
  { name: 'admin-transactions-keys', path: '/admin/transactions', viewer: 'admin', reach: (page) => page.keyboard.press('?') },
  { name: 'admin-manage-admin', path: '/admin/manageAdmin', viewer: 'admin' },
  { name: 'admin-register', path: '/admin/manageAdmin/registerNewAdmin', viewer: 'admin' },
  {
    name: 'admin-staff',
    path: '/admin/manageAdmin',
    route: '/admin/manageAdmin/:uid',
    viewer: 'admin',
    reach: (page) => page.getByRole('link', { name: /^Sessions and actions of/ }).first().click(),
  },
  { name: 'admin-roles', path: '/admin/manageAdmin', viewer: 'admin', reach: (page) => press(page, /^Change roles/) },
  { name: 'admin-manage-upi', path: '/admin/manageUpi', viewer: 'admin' },
  { name: 'admin-manage-upi-remove', path: '/admin/manageUpi', viewer: 'admin', reach: removeUpi },
  { name: 'admin-manage-bank', path: '/admin/manageBankAccount', viewer: 'admin' },
  { name: 'admin-support', path: '/admin/support', viewer: 'admin' },
  { name: 'admin-support-chat', path: '/admin/support', viewer: 'admin', reach: openTicket },
  { name: 'admin-support-hand-over', path: '/admin/support', viewer: 'admin', reach: handOver },
  { name: 'admin-support-note', path: '/admin/support', viewer: 'admin', reach: writeNote },
  { name: 'admin-canned-answers-edit', path: '/admin/support/answers', viewer: 'admin', reach: (page) => press(page, /^Edit/) },
  { name: 'admin-canned-answers', path: '/admin/support/answers', viewer: 'admin' },
  { name: 'admin-change-password', path: '/admin/changePassword', viewer: 'admin' },
  { name: 'admin-proposals', path: '/admin/proposals', viewer: 'admin' },
  { name: 'admin-alerts', path: '/admin/alerts', viewer: 'admin' },
  { name: 'admin-reports', path: '/admin/reports', viewer: 'admin' },
  { name: 'admin-signals', path: '/admin/signals', viewer: 'admin' },
  { name: 'admin-feedback', path: '/admin/feedback', viewer: 'admin' },
  { name: 'admin-players', path: '/admin/players', viewer: 'admin' },
  {
    name: 'admin-player',
    path: '/admin/players?search=asha',
    route: '/admin/players/:uid',
    viewer: 'admin',
    reach: openPlayer,
  },
  { name: 'admin-player-deactivate', path: '/admin/players?search=asha', viewer: 'admin', reach: deactivatePlayer },
  { name: 'admin-payouts', path: '/admin/payouts', viewer: 'admin' },
  { name: 'admin-payouts-layout', path: '/admin/payouts', viewer: 'admin', reach: (page) => press(page, 'Bank layouts') },
  { name: 'admin-payout-batch', path: '/admin/payouts/none', route: '/admin/payouts/:id', viewer: 'admin' },
  { name: 'admin-statements', path: '/admin/statements', viewer: 'admin' },
  { name: 'admin-statements-lines', path: '/admin/statements', viewer: 'admin', reach: chooseUpiAccount },
  { name: 'admin-statements-import', path: '/admin/statements', viewer: 'admin', reach: (page) => press(page, 'Import a statement') },
  { name: 'admin-audit', path: '/admin/audit', viewer: 'admin' },
];

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel(said((words) => words.login.id)).fill('nobody@example.com');
  await page.getByLabel(said((words) => words.login.password)).fill('wrong');
  await press(page, said((words) => words.login.submit));
  await page.getByText(said((words) => words.login.userNotFound)).waitFor();
}

/** The list is refused, as above a rate limit. */
async function failToLoad(page: Page): Promise<void> {
  // Without what screens before have loaded, the list among it.
  await page.reload();
  const refusal = { message: 'Too many requests. Please wait.', extensions: { code: 'FORBIDDEN' } };
  await answerInstead(page, 'TransactionsPage_Query', JSON.stringify({ errors: [refusal] }));
  await page.getByRole('link', { name: said((words) => words.wallet.transactions) }).click();
  await page.getByRole('alert').waitFor();
}

/** A broken gateway answers when the session is renewed, whose token is not current any more. */
async function loseServer(page: Page): Promise<void> {
  await answerInstead(page, 'Renewal_Mutation', 'oops');
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.reload();
  await page.getByRole('alert').waitFor();
}

async function answerInstead(page: Page, operation: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/graphql-response+json' };
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(operation) ? route.fulfill({ headers, body }) : route.continue(),
  );
}

async function showQr(page: Page): Promise<void> {
  await press(page, said((words) => words.deposit.qr));
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: said((words) => words.tickets.chatAbout(ANY)) }).first().click();
  await page.getByRole('log').waitFor();
}

/** A result that comes between pressing and releasing moves the rows, so that nothing is clicked: then once more. */
async function openFairness(page: Page): Promise<void> {
  const check = page.getByText(said((words) => words.fairness.check));
  const link = page.getByRole('link', { name: resultLink }).first();
  await expect(async () => {
    if (await link.isVisible()) await link.click();
    await check.waitFor({ timeout: 10_000 });
  }).toPass();
}

/** Betting on the round of three minutes is open long enough. */
async function openLongRound({ server }: Scene): Promise<void> {
  await startOfNextRound(server, 'SAPRE_THREE');
}

async function toLastSeconds({ server }: Scene): Promise<void> {
  await startOfNextRound(server);
  await server.advance(25_500 - ((await server.now()) % 30_000));
}

async function betAndOverride({ server, people: { player, admin } }: Scene): Promise<void> {
  await startOfNextRound(server);
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  const { gameId } = activeContest;
  for (const selection of [{ color: 'GREEN' }, { number: 4 }, { color: 'GREEN' }]) {
    await player.perform('placeBet', { gameId, selection, amount: '50.00' }, 'bet { id }');
  }
  await admin.perform('overrideContest', { gameId, number: 4, reason: 'set by a test' }, 'contest { id }');
}

/** One round whose number the profit rule decides, with bets in it. */
async function playByRule({ server, people: { player, admin } }: Scene): Promise<void> {
  await admin.execute('mutation { setRandomize(input: { randomize: false }) { __typename } }');
  await startOfNextRound(server);
  const { activeContest } = await player.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  const { gameId } = activeContest;
  for (const selection of [{ color: 'GREEN' }, { number: 4 }, { color: 'VIOLET' }]) {
    await player.perform('placeBet', { gameId, selection, amount: '500.00' }, 'bet { id }');
  }
  await admin.execute('mutation { setRandomize(input: { randomize: true }) { __typename } }');
  await startOfNextRound(server);
}

async function askToCancel(page: Page): Promise<void> {
  await press(page, said((words) => `${words.game.cancelBets} · ${ANY}`));
}

async function seeTheEnd(page: Page, { server }: Scene): Promise<void> {
  await page.getByText(said((words) => words.game.decidedBy.OPERATOR)).waitFor();
  await server.advance(30_000);
  await page.getByText(wonText).waitFor();
}

async function decide(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Pending/ })
    .first()
    .click();
  await press(page, 'Approve');
  await page.getByText("The player's history").waitFor();
}

async function chooseUpiAccount(page: Page): Promise<void> {
  await page.getByLabel('Account').selectOption({ label: 'play@rangoli' });
  // The account's own filter replaces the former one's once the router has rendered: a choice before that is lost.
  await expect(async () => {
    await page.getByRole('radio', { name: /^Unmatched/ }).click({ force: true });
    await page.getByText('UTR40921991').first().waitFor({ timeout: 2_000 });
  }).toPass();
}

async function removeUpi(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Remove UPI/ })
    .first()
    .click();
}

async function openPlayer(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Asha Rao/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Sign-ins' }).waitFor();
}

async function deactivatePlayer(page: Page): Promise<void> {
  await openPlayer(page);
  await press(page, 'Deactivate');
}

async function showFigures(page: Page): Promise<void> {
  await press(page, said((words) => words.game.lastNumbers(ANY)));
  await page.getByRole('img', { name: chartName }).waitFor();
}

async function showTable(page: Page): Promise<void> {
  await page.getByText('Show as a table').first().click();
}

async function stopRandomizing(page: Page): Promise<void> {
  await page.getByText('No', { exact: true }).click();
  await page.getByRole('dialog', { name: 'Randomize Game Result' }).waitFor();
}

async function override(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '5, Violet Red' }).check();
  await press(page, 'Submit');
  await page.getByRole('dialog', { name: 'Override the winner' }).waitFor();
}

async function askToVoid(page: Page): Promise<void> {
  await press(page, 'Make this round void');
  await page.getByRole('dialog', { name: 'Make this round void' }).waitFor();
}

async function openNotifications(page: Page): Promise<void> {
  await press(page, /^Notifications/);
  await page.getByRole('region', { name: 'Notifications' }).waitFor();
}

async function approveSelected(page: Page): Promise<void> {
  const choice = page.getByRole('checkbox', { name: 'Select all deposits shown' });
  // Cards have a checkbox each.
  if (await choice.isVisible()) await choice.check();
  else await page.getByRole('checkbox').first().check();
  await press(page, 'Approve selected');
  await page.getByRole('dialog', { name: /^Approve/ }).waitFor();
}

async function writeNote(page: Page): Promise<void> {
  await openTicket(page);
  await page.getByText('Internal note', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Note, for staff only' }).fill('The bank has it under another name.');
}

async function handOver(page: Page): Promise<void> {
  await openTicket(page);
  await press(page, 'Hand over');
  await page.getByRole('dialog').getByLabel('What do you need?').fill('Has the bank this payment?');
}

async function openTicket(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Tickets' }).getByRole('link').first().click();
  await page.getByRole('log').waitFor();
}
