import type { EventBus } from '../../../platform/events.ts';

export type GameType = 'sapreHalf' | 'sapreOne' | 'sapreThree';

/**
 * Events of the domain, published after commit. They contain ids only: a listener reads what it may see. Ids are
 * decimal strings, because events are sent between servers as JSON.
 */
export type DomainEvent =
  | {
      type: 'contestChanged';
      gameType: GameType;
      contestId: string;
      phase: 'OPENED' | 'CLOSED' | 'HELD' | 'RELEASED' | 'OPERATOR_MARKED' | 'VOIDED' | 'DECIDED' | 'SETTLED';
    }
  | { type: 'stakesChanged'; gameType: GameType; contestId: string }
  | { type: 'walletChanged'; playerIds: string[] }
  | { type: 'transactionChanged'; transactionId: string; playerId: string }
  /** An admin has claimed it or let go of it. */
  | { type: 'transactionClaimed'; transactionId: string }
  /** A proposal to other admins was made, or is decided. */
  | { type: 'proposalChanged'; proposalId: string; kind: string; subjectId: string }
  /** Signals were detected again, or one is decided. */
  | { type: 'signalsChanged' }
  /** An alert opened, was acknowledged or ended. */
  | { type: 'alertsChanged' }
  | { type: 'sessionsEnded'; sessionIds: string[] }
  /** An account was deactivated or reactivated, or what admins keep about it has changed. For admins. */
  | { type: 'memberChanged'; userId: string }
  /** The sessions of an admin who has other roles now. */
  | { type: 'rolesChanged'; sessionIds: string[] }
  | { type: 'settingsChanged' }
  /** Something was paused or resumed, or an announcement made or ended. */
  | { type: 'noticesChanged' }
  /** An account for deposits was added, switched, removed or chosen. */
  | { type: 'payeesChanged'; channel: 'upi' | 'bank' }
  | { type: 'ticketChanged'; ticketId: string; playerId: string }
  /** Support has read it, assigned it, or noted something about it. For admins: players see none of that. */
  | { type: 'ticketHandled'; ticketId: string; playerId: string }
  /** Support has handed it to a team, or that has ended. For admins. */
  | { type: 'ticketHandedOver'; ticketId: string }
  | { type: 'notificationAdded'; notificationId: string; userId: string }
  | { type: 'mailQueued' };

export type DomainEvents = EventBus<DomainEvent>;

/** The NOTIFY channel between the servers of one database. */
export const EVENT_CHANNEL = 'rangoli_events';

/** Ids in one event: 19 digits, quotes and a comma each, below NOTIFY's 8,000 bytes. */
const IDS_PER_EVENT = 300;

/** `walletChanged` for any number of players, split into events that fit into a NOTIFY. */
export function walletsChanged(playerIds: readonly bigint[]): DomainEvent[] {
  return chunks(playerIds).map((ids) => ({ type: 'walletChanged', playerIds: ids }));
}

/** `sessionsEnded` for any number of sessions, split into events that fit into a NOTIFY. */
export function sessionsEnded(sessionIds: readonly bigint[]): DomainEvent[] {
  return chunks(sessionIds).map((ids) => ({ type: 'sessionsEnded', sessionIds: ids }));
}

/** `rolesChanged` for any number of sessions, split into events that fit into a NOTIFY. */
export function rolesChanged(sessionIds: readonly bigint[]): DomainEvent[] {
  return chunks(sessionIds).map((ids) => ({ type: 'rolesChanged', sessionIds: ids }));
}

function chunks(ids: readonly bigint[]): string[][] {
  const cut: string[][] = [];
  for (let from = 0; from < ids.length; from += IDS_PER_EVENT) {
    cut.push(ids.slice(from, from + IDS_PER_EVENT).map(String));
  }
  return cut;
}
