import type { proposalKind } from '../../../db/schema/proposals.ts';
import type { denialReason } from '../../../db/schema/wallet.ts';
import type { TicketTeam } from '../ground/actors/handedTickets.ts';

type ProposalKind = (typeof proposalKind.enumValues)[number];

/** Why a request was denied; absent in notifications from before there were reasons. */
interface Denial {
  denialReason?: (typeof denialReason.enumValues)[number] | null;
}

/**
 * Kinds of notifications, each with the data of its text. Amounts are whole paise as decimal strings, because the data
 * is stored as JSON.
 */
export interface NotificationData {
  /** The three samples that a new account starts with. */
  WELCOME: Record<string, never>;
  HOW_ROUNDS_WORK: Record<string, never>;
  PLAY_WITHIN_LIMITS: Record<string, never>;
  DEPOSIT_DECIDED: Denial & {
    approved: boolean;
    amountPaise: string;
    /** What was asked for, where another amount was credited. */
    requestedPaise?: string;
    message: string | null;
  };
  /** A denied deposit waits for a decision again. */
  DEPOSIT_REOPENED: { amountPaise: string };
  WITHDRAWAL_DECIDED: Denial & {
    approved: boolean;
    amountPaise: string;
    message: string | null;
    /** The bank's own reference of the payout. */
    payoutReference: string | null;
  };
  /** A withdrawal is being paid. */
  WITHDRAWAL_APPROVED: { amountPaise: string };
  /** The approval of a withdrawal was taken back: it waits again. */
  WITHDRAWAL_WAITS_AGAIN: { amountPaise: string };
  /** The bank sent a payout back. */
  WITHDRAWAL_RETURNED: { amountPaise: string };
  /** An admin has corrected the balance; the amount is below zero where it was taken. */
  BALANCE_CORRECTED: { amountPaise: string; message: string | null };
  /** The ticket's title. */
  TICKET_ANSWERED: { title: string };
  /** To an admin of support: another one has assigned them a ticket. */
  TICKET_ASSIGNED: { title: string; by: string };
  /** To a team, or one admin of it: support has handed a ticket to them. */
  TICKET_HANDED: { title: string; by: string; team: TicketTeam; toOne: boolean };
  /** To support: an admin of the team has noted something, answered the player, or handed the ticket back. */
  TICKET_TEAM_ANSWERED: { title: string; by: string; team: TicketTeam; answer: TeamAnswer };
  /** The log-in attempts of the account were used up by wrong passwords. */
  PASSWORD_GUESSED: Record<string, never>;
  /** A round that the player had bets in is void; they are refunded. */
  ROUND_VOID: { gameId: string; amountPaise: string; reason: string };
  /** To admins: another one has made a round void. */
  ROUND_MADE_VOID: { gameId: string; reason: string };
  /** To admins: an owner has announced that a round becomes void that waits for the beacon. */
  VOID_ANNOUNCED: { gameId: string; reason: string };
  /** To admins: another one has set the number of a running round. */
  RESULT_SET: { gameId: string; number: number; reason: string };
  /** To admins: another one has changed an account for deposits. `payee` is the UPI id or account number. */
  PAYEE_CHANGED: { change: PayeeChange; payee: string; depositsStop: boolean; reason: string };
  /** To every other admin: from which amount on a kind needs a second admin; null: not any more. */
  SECOND_ADMIN_CHANGED: {
    proposal: ProposalKind;
    fromPaise: string | null;
    /** The sum of a day from which on one admin needs a second one; left out in notices from before there was one. */
    makerDayPaise?: string | null;
    reason: string;
  };
  /** To every admin: a rule about second admins is to be loosened, in so many days unless an owner declines it. */
  POLICY_OPEN: {
    proposal: ProposalKind;
    fromPaise: string | null;
    makerDayPaise: string | null;
    maker: string;
    daysLeft: number;
    reason: string;
  };
  /** To admins who may confirm it: another one has proposed it. Amounts only where the kind has one. */
  PROPOSAL_MADE: { proposal: ProposalKind; subject: string; amountPaise: string | null; maker: string };
  /** To the maker of a proposal: another admin has decided about it. */
  PROPOSAL_DECIDED: {
    proposal: ProposalKind;
    subject: string;
    amountPaise: string | null;
    confirmed: boolean;
    checker: string;
    message: string | null;
  };
  /**
   * The rounds of a day in Asia/Kolkata, `YYYY-MM-DD`. Only the day is stored; the figures are those of all finished
   * rounds of that day when it is shown.
   */
  ROUNDS_PLAYED: { day: string } & Partial<DayFigures>;
  /** One finished round. No longer written: it was one notification for every round. */
  ROUND_WON: { gameId: string; betAmountPaise: string; winAmountPaise: string };
}

/** What a player's finished rounds of a day staked and returned. */
export interface DayFigures {
  rounds: number;
  betAmountPaise: string;
  winAmountPaise: string;
}

/** What a team did with a ticket that was handed to it. */
export type TeamAnswer = 'NOTED' | 'ANSWERED' | 'HANDED_BACK';

/** What was done to an account for deposits. */
export type PayeeChange = 'ADDED' | 'ACTIVATED' | 'DEACTIVATED' | 'REMOVED' | 'SHOWN';

export type NotificationKind = keyof NotificationData;

/** The sample messages, in insertion order: the last one is shown on top. */
export const sampleKinds = ['PLAY_WITHIN_LIMITS', 'HOW_ROUNDS_WORK', 'WELCOME'] as const satisfies NotificationKind[];

/** Whether a notification is one of the samples. */
export function isSample(kind: NotificationKind): boolean {
  return (sampleKinds as readonly NotificationKind[]).includes(kind);
}
