import { icu } from '../../platform/icu.ts';
import { denialSentence } from './denials.ts';
import { displayDay, displayRupees, net } from './display.ts';
import type { NotificationData, PayeeChange } from './kinds.ts';
import type { Writers } from './writers.ts';

export const english: Writers = {
  WELCOME: () => ({
    title: 'Welcome',
    body: 'Good to have you here. Your wallet is ready: add money, pick a round and join in.',
  }),
  HOW_ROUNDS_WORK: () => ({
    title: 'How a round works',
    body: 'Choose a colour or a number before betting closes. The winner is declared at 00:00, and anyone can check the draw.',
  }),
  PLAY_WITHIN_LIMITS: () => ({
    title: 'Play within your limits',
    body: 'Only stake what you can do without, and take a break whenever you like. Customer service is there to help.',
  }),
  DEPOSIT_DECIDED: ({ approved, amountPaise, requestedPaise, message, denialReason }) => {
    const amount = displayRupees(BigInt(amountPaise));
    const asked = requestedPaise === undefined ? '' : ` Your request was for ${displayRupees(BigInt(requestedPaise))}.`;
    return approved
      ? { title: 'Deposit approved', body: withMessage(`${amount} has been added to your wallet.${asked}`, message) }
      : {
          title: 'Deposit denied',
          body: withMessage(because(`Your deposit of ${amount} was not accepted.`, denialReason), message),
        };
  },
  DEPOSIT_REOPENED: ({ amountPaise }) => ({
    title: 'Deposit looked at again',
    body: `Your deposit of ${displayRupees(BigInt(amountPaise))} was denied before. It is looked at again, and waits for a decision.`,
  }),
  WITHDRAWAL_DECIDED: ({ approved, amountPaise, message, denialReason, payoutReference }, mode) => {
    const amount = displayRupees(BigInt(amountPaise));
    if (!approved) {
      return {
        title: 'Withdrawal denied',
        body: withMessage(because(`${amount} is back in your wallet.`, denialReason), message),
      };
    }
    if (mode === 'play') {
      const body = withMessage(`${amount} of play money has left your wallet. Nothing was paid out.`, message);
      return { title: 'Practice withdrawal approved', body };
    }
    const reference = payoutReference === null ? '' : ` Bank reference: ${payoutReference}.`;
    return { title: 'Withdrawal paid', body: withMessage(`${amount} is on its way to you.${reference}`, message) };
  },
  WITHDRAWAL_APPROVED: ({ amountPaise }, mode) => {
    const amount = displayRupees(BigInt(amountPaise));
    return mode === 'play'
      ? {
          title: 'Practice withdrawal approved',
          body: `Your request for ${amount} of play money is approved. It is practice: nothing is paid out.`,
        }
      : {
          title: 'Withdrawal approved',
          body: `${amount} is being paid to you, within 24 hours. It can’t be cancelled any more.`,
        };
  },
  WITHDRAWAL_WAITS_AGAIN: ({ amountPaise }) => ({
    title: 'Withdrawal looked at again',
    body: `Your withdrawal of ${displayRupees(BigInt(amountPaise))} was approved before. It is looked at again, and waits for a decision.`,
  }),
  WITHDRAWAL_RETURNED: ({ amountPaise }) => ({
    title: 'Withdrawal came back',
    body: `The bank could not deliver your withdrawal. ${displayRupees(BigInt(amountPaise))} is back in your wallet. Check the account’s details before you ask again.`,
  }),
  BALANCE_CORRECTED: ({ amountPaise, message }) => {
    const paise = BigInt(amountPaise);
    const body =
      paise < 0n
        ? `${displayRupees(-paise)} has been taken from your wallet.`
        : `${displayRupees(paise)} has been added to your wallet.`;
    return { title: 'Balance corrected', body: withMessage(body, message) };
  },
  TICKET_ANSWERED: ({ title }) => ({
    title: 'Your ticket was answered',
    body: `Customer service has answered “${title}”.`,
  }),
  TICKET_ASSIGNED: ({ title, by }) => ({
    title: 'A ticket is yours',
    body: `${by} has assigned “${title}” to you.`,
  }),
  TICKET_HANDED: ({ title, by, team, toOne }) => ({
    title: 'A ticket needs your help',
    body: `${by} has handed “${title}” to ${toOne ? 'you' : teams[team]}.`,
  }),
  TICKET_TEAM_ANSWERED: ({ title, by, team, answer }) => ({
    title: answer === 'HANDED_BACK' ? 'A ticket is back with support' : `Answer from ${teams[team]}`,
    body: `${by} has ${teamAnswers[answer]} “${title}”.`,
  }),
  PASSWORD_GUESSED: () => ({
    title: 'Wrong passwords for your account',
    body: 'Many wrong passwords or links were tried for your account, so log-ins on new devices are refused for a while.',
  }),
  ROUND_VOID: ({ gameId, amountPaise, reason }) => ({
    title: `Round ${gameId.replace(/\D/g, '')} is void`,
    body: `Your bets of ${displayRupees(BigInt(amountPaise))} are back in your wallet. Reason: ${reason}`,
  }),
  ROUND_MADE_VOID: ({ gameId, reason }) => ({
    title: `Round ${gameId.replace(/\D/g, '')} is void`,
    body: `An admin has made it void. All its bets are refunded. Reason: ${reason}`,
  }),
  VOID_ANNOUNCED: ({ gameId, reason }) => ({
    title: `Round ${gameId.replace(/\D/g, '')} is to become void`,
    body: `It has waited for the public beacon for a week. An owner has announced this: another owner may carry it out now, any owner after 24 hours, and any owner may stop it. Reason: ${reason}`,
  }),
  RESULT_SET: ({ gameId, number, reason }) => ({
    title: `Result set: round ${gameId.replace(/\D/g, '')}`,
    body: `An admin has set number ${number}. The round takes no new bets. Reason: ${reason}`,
  }),
  PAYEE_CHANGED: ({ change, payee, depositsStop, reason }) => ({
    title: payeeChanges[change],
    body: `${payee}.${depositsStop ? ' Players can no longer deposit this way.' : ''} Reason: ${reason}`,
  }),
  SECOND_ADMIN_CHANGED: ({ proposal, fromPaise, makerDayPaise, reason }) => ({
    title: `When a second admin is needed: ${proposals[proposal]}`,
    body: `${secondAdmin(fromPaise)}${perDay(makerDayPaise)} Reason: ${reason}`,
  }),
  POLICY_OPEN: ({ proposal, fromPaise, makerDayPaise, maker, daysLeft, reason }) => ({
    title: `A second admin is to be needed less: ${proposals[proposal]}`,
    body: `${maker} proposes: ${secondAdmin(fromPaise)}${perDay(makerDayPaise)} Unless an owner declines it, it takes effect in ${icu('en', '{daysLeft, plural, one {# day} other {# days}}', { daysLeft })}. Reason: ${reason}`,
  }),
  PROPOSAL_MADE: ({ proposal, subject, amountPaise, maker }) => ({
    title: 'Needs a second admin',
    body: `${maker} proposes: ${proposed(proposal, subject, amountPaise)}. Please confirm or decline it.`,
  }),
  PROPOSAL_DECIDED: ({ proposal, subject, amountPaise, confirmed, checker, message }) => ({
    title: confirmed ? 'Your proposal is confirmed' : 'Your proposal is declined',
    body: withMessage(
      `${checker} has ${confirmed ? 'confirmed' : 'declined'}: ${proposed(proposal, subject, amountPaise)}.`,
      message,
    ),
  }),
  ROUNDS_PLAYED: ({ day, rounds = 0, betAmountPaise = '0', winAmountPaise = '0' }) => {
    const count = icu('en', '{rounds, plural, one {# round} other {# rounds}}', { rounds });
    return {
      title: `Your rounds of ${displayDay(day)}`,
      body: `${count}: ${returned(BigInt(betAmountPaise), BigInt(winAmountPaise))}`,
    };
  },
  ROUND_WON: ({ gameId, betAmountPaise, winAmountPaise }) => ({
    title: `Round ${gameId.replace(/\D/g, '')} is settled`,
    body: returned(BigInt(betAmountPaise), BigInt(winAmountPaise)),
  }),
};

const teams = { FINANCE: 'Finance', GAME: 'Games', OWNER: 'the owners' };

const teamAnswers = {
  NOTED: 'left an internal note about',
  ANSWERED: 'answered the player in',
  HANDED_BACK: 'handed back',
};

const payeeChanges: Record<PayeeChange, string> = {
  ADDED: 'Account for deposits added',
  ACTIVATED: 'Account for deposits switched on',
  DEACTIVATED: 'Account for deposits switched off',
  REMOVED: 'Account for deposits removed',
  SHOWN: 'Another account for deposits is shown to players',
};

function secondAdmin(fromPaise: string | null): string {
  if (fromPaise === null) return 'Not any more: one admin is enough.';
  return fromPaise === '0' ? 'Always, from now on.' : `From ${displayRupees(BigInt(fromPaise))} on.`;
}

function perDay(makerDayPaise: string | null | undefined): string {
  return makerDayPaise == null ? '' : ` Each admin from ${displayRupees(BigInt(makerDayPaise))} a day on.`;
}

const proposals: Readonly<Record<NotificationData['PROPOSAL_MADE']['proposal'], string>> = {
  deposit: 'deposit',
  payout: 'payout',
  correction: 'correction of the balance of',
  payee: 'account for deposits',
  roles: 'roles of',
  override: 'result of',
  void: 'void round',
  policy: 'a second admin is to be needed less',
  line_credit: 'a line of the statement of',
  payout_return: 'return of a payout to',
};

function proposed(kind: keyof typeof proposals, subject: string, amountPaise: string | null): string {
  const amount = amountPaise === null ? '' : ` (${displayRupees(BigInt(amountPaise))})`;
  return kind === 'policy' ? proposals.policy : `${proposals[kind]} ${subject}${amount}`;
}

function returned(bet: bigint, win: bigint): string {
  return `Staked ${displayRupees(bet)}, got ${displayRupees(win)} back: ${net(bet, win)}.`;
}

function withMessage(sentence: string, message: string | null): string {
  return message ? `${sentence} Message: ${message}` : sentence;
}

function because(sentence: string, reason: Parameters<typeof denialSentence>[0]): string {
  const why = denialSentence(reason, 'en');
  return why === null ? sentence : `${sentence} ${why}`;
}
