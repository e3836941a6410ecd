/**
 * Every string that a user reads, in English: one file for each feature. Functions take what stands inside a sentence,
 * already formatted. For the words of errors see web/pages/README.md#messages.
 */
import { about } from './en/about.ts';
import { account } from './en/account.ts';
import { activity } from './en/activity.ts';
import * as admin from './en/admin.ts';
import { avatar } from './en/avatar.ts';
import { bet } from './en/bet.ts';
import { changePassword } from './en/changePassword.ts';
import { closeAccount } from './en/closeAccount.ts';
import { colors } from './en/colors.ts';
import { common } from './en/common.ts';
import { congrats } from './en/congrats.ts';
import { connection } from './en/connection.ts';
import { deactivated } from './en/deactivated.ts';
import { denials } from './en/denials.ts';
import { deposit } from './en/deposit.ts';
import { errors } from './en/errors.ts';
import { evidence } from './en/evidence.ts';
import { fairness } from './en/fairness.ts';
import { feedback } from './en/feedback.ts';
import { fields } from './en/fields.ts';
import { figures } from './en/figures.ts';
import { forgotPassword } from './en/forgotPassword.ts';
import { game } from './en/game.ts';
import { guide } from './en/guide.ts';
import { history } from './en/history.ts';
import { home } from './en/home.ts';
import { landing } from './en/landing.ts';
import { login } from './en/login.ts';
import { notFound } from './en/notFound.ts';
import { notices } from './en/notices.ts';
import { notifications } from './en/notifications.ts';
import { otp } from './en/otp.ts';
import { ownSessions } from './en/ownSessions.ts';
import { playCredit } from './en/playCredit.ts';
import { playSafely } from './en/playSafely.ts';
import { profitRule } from './en/profitRule.ts';
import { promotion } from './en/promotion.ts';
import { realityCheck } from './en/realityCheck.ts';
import { refusals } from './en/refusals.ts';
import { resetPassword } from './en/resetPassword.ts';
import { results } from './en/results.ts';
import { secondFactor } from './en/secondFactor.ts';
import { service } from './en/service.ts';
import { sessionEnd } from './en/sessionEnd.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signInLink } from './en/signInLink.ts';
import { signup } from './en/signup.ts';
import { records } from './en/records.ts';
import { statement } from './en/statement.ts';
import { tabs } from './en/tabs.ts';
import { tickets } from './en/tickets.ts';
import { titles } from './en/titles.ts';
import { transactions } from './en/transactions.ts';
import { transparency } from './en/transparency.ts';
import { wallet } from './en/wallet.ts';
import { withdraw } from './en/withdraw.ts';
import { withdrawExcluded } from './en/withdrawExcluded.ts';

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
