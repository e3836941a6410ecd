/** The same in Hindi, of the same types: a message that is missing doesn't compile. The back office is in English. */
import { about } from './hi/about.ts';
import { account } from './hi/account.ts';
import { activity } from './hi/activity.ts';
import * as admin from './en/admin.ts';
import { avatar } from './hi/avatar.ts';
import { bet } from './hi/bet.ts';
import { changePassword } from './hi/changePassword.ts';
import { closeAccount } from './hi/closeAccount.ts';
import { colors } from './hi/colors.ts';
import { common } from './hi/common.ts';
import { congrats } from './hi/congrats.ts';
import { connection } from './hi/connection.ts';
import { deactivated } from './hi/deactivated.ts';
import { denials } from './hi/denials.ts';
import { deposit } from './hi/deposit.ts';
import { errors } from './hi/errors.ts';
import { evidence } from './hi/evidence.ts';
import { fairness } from './hi/fairness.ts';
import { feedback } from './hi/feedback.ts';
import { fields } from './hi/fields.ts';
import { figures } from './hi/figures.ts';
import { forgotPassword } from './hi/forgotPassword.ts';
import { game } from './hi/game.ts';
import { guide } from './hi/guide.ts';
import { history } from './hi/history.ts';
import { home } from './hi/home.ts';
import { landing } from './hi/landing.ts';
import { login } from './hi/login.ts';
import { notFound } from './hi/notFound.ts';
import { notices } from './hi/notices.ts';
import { notifications } from './hi/notifications.ts';
import { otp } from './hi/otp.ts';
import { ownSessions } from './hi/ownSessions.ts';
import { playCredit } from './hi/playCredit.ts';
import { playSafely } from './hi/playSafely.ts';
import { profitRule } from './hi/profitRule.ts';
import { promotion } from './hi/promotion.ts';
import { realityCheck } from './hi/realityCheck.ts';
import { refusals } from './hi/refusals.ts';
import { resetPassword } from './hi/resetPassword.ts';
import { results } from './hi/results.ts';
import { secondFactor } from './hi/secondFactor.ts';
import { service } from './hi/service.ts';
import { sessionEnd } from './hi/sessionEnd.ts';
import { settings } from './hi/settings.ts';
import { shell } from './hi/shell.ts';
import { signInLink } from './hi/signInLink.ts';
import { signup } from './hi/signup.ts';
import { records } from './hi/records.ts';
import { statement } from './hi/statement.ts';
import { tabs } from './hi/tabs.ts';
import { tickets } from './hi/tickets.ts';
import { titles } from './hi/titles.ts';
import { transactions } from './hi/transactions.ts';
import { transparency } from './hi/transparency.ts';
import { wallet } from './hi/wallet.ts';
import { withdraw } from './hi/withdraw.ts';
import { withdrawExcluded } from './hi/withdrawExcluded.ts';

export {
  about,
  account,
  activity,
  admin,
  avatar,
  bet,
  changePassword,
  closeAccount,
  colors,
  common,
  congrats,
  connection,
  deactivated,
  denials,
  deposit,
  errors,
  evidence,
  fairness,
  feedback,
  fields,
  figures,
  forgotPassword,
  game,
  guide,
  history,
  home,
  landing,
  login,
  notFound,
  notices,
  notifications,
  otp,
  ownSessions,
  playCredit,
  playSafely,
  profitRule,
  promotion,
  realityCheck,
  refusals,
  resetPassword,
  results,
  secondFactor,
  service,
  sessionEnd,
  settings,
  shell,
  signInLink,
  signup,
  records,
  statement,
  tabs,
  tickets,
  titles,
  transactions,
  transparency,
  wallet,
  withdraw,
  withdrawExcluded,
};
