import type { alertKind } from '../../../db/schema/alerts.ts';
import type { Action } from '../ground/actors/permissions.ts';

export type AlertKind = (typeof alertKind.enumValues)[number];

/** What an alert is about, in figures. Each kind has the fields that apply to it. Money in paise, as decimal text. */
export interface AlertFacts {
  /** Requests that wait, failed sign-ins, rounds, faults, players who win by a set result. */
  count?: number;
  /** Since when: the oldest request, the end of the oldest round, the first failed sign-in of the hour, the last confirmation. */
  since?: string;
  /** What a player won, the drift, what a set result pays in all, the credited deposit. */
  amount?: string;
  /** UIDs of the accounts at which most sign-ins failed: `12345678, 23456789`. */
  accounts?: string;
  /** Of the player. */
  uid?: string;
  /** Of the player, or of the witness. */
  name?: string;
  /** Of the deposit, as typed. */
  reference?: string;
  /** The payment account, and its day (`YYYY-MM-DD`). */
  payee?: string;
  day?: string;
  /** The oldest of the rounds, or the one whose result was set. */
  gameId?: string;
  /** Why the books could not be audited. */
  failure?: string;
  /** The programs with known holes: `node-20.20.2, postgresql-18.4`. */
  programs?: string;
  /** The number that an operator has set. */
  number?: number;
  /** Those to whom it pays most, first the most: their stakes in the round, and what comes back. */
  winners?: readonly { uid: string; name: string; stake: string; payout: string }[];
  /** Left on the database's disk. */
  freeMegabytes?: number;
}

/** Something that is the case now. */
export interface Cause {
  kind: AlertKind;
  subject: string;
  facts: AlertFacts;
}

interface KindOfAlert {
  /** The permission to read alerts of this kind. */
  may: Action;
  /** Owners get a mail when it opens, and its sound is played where it is switched on. */
  mustKnow: boolean;
  /** From what value on it opens, unless owners set another one: minutes, paise, or a number. */
  threshold?: bigint;
}

export const alertKinds: Readonly<Record<AlertKind, KindOfAlert>> = {
  queueOverdue: { may: 'transaction:readAll', mustKnow: false, threshold: 30n },
  statementDrift: { may: 'statement:read', mustKnow: true },
  // One lakh of rupees.
  unusualWin: { may: 'member:read', mustKnow: true, threshold: 10_000_000n },
  failedSignIns: { may: 'audit:read', mustKnow: true, threshold: 30n },
  overdueRound: { may: 'stats:read', mustKnow: true },
  booksFailed: { may: 'stats:read', mustKnow: true },
  // The operator has accepted them: no mail.
  knownHoles: { may: 'stats:read', mustKnow: false },
  diskShort: { may: 'stats:read', mustKnow: true },
  // They are decided whenever the beacon's number comes.
  waitingRound: { may: 'stats:read', mustKnow: true },
  creditedPayout: { may: 'transaction:readAll', mustKnow: true },
  silentWitness: { may: 'stats:read', mustKnow: true },
  silentBeacon: { may: 'stats:read', mustKnow: true },
  // Every admin: another one than who set it has to look.
  overriddenRound: { may: 'alert:read', mustKnow: true },
};

export const alertKindNames = Object.keys(alertKinds) as AlertKind[];
