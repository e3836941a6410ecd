import type { EventBus } from '../platform/events.ts';

export type GameType = 'sapreHalf' | 'sapreOne' | 'sapreThree';

/**
 * What the domain tells whoever listens, after commit. Ids only: a listener re-reads what it may see. Ids are decimal
 * strings, because events travel between servers as JSON.
 */
export type DomainEvent =
  | {
      type: 'contestChanged';
      gameType: GameType;
      contestId: string;
      phase: 'OPENED' | 'CLOSED' | 'OPERATOR_MARKED' | 'DECIDED' | 'SETTLED';
    }
  | { type: 'stakesChanged'; gameType: GameType; contestId: string }
  | { type: 'walletChanged'; playerIds: string[] }
  | { type: 'transactionChanged'; transactionId: string; playerId: string }
  | { type: 'sessionsEnded'; sessionIds: string[] }
  | { type: 'settingsChanged' }
  | { type: 'ticketChanged'; ticketId: string; playerId: string }
  | { type: 'notificationAdded'; notificationId: string; userId: string }
  | { type: 'mailQueued' };

export type DomainEvents = EventBus<DomainEvent>;

/** The channel on which the servers of one database tell each other of events. */
export const EVENT_CHANNEL = 'rangoli_events';

/** Ids in one event: 19 digits, quotes and a comma each stay well under NOTIFY's 8,000 bytes. */
const IDS_PER_EVENT = 300;

/** `walletChanged` for any number of players, cut into events that fit between servers. */
export function walletsChanged(playerIds: readonly bigint[]): DomainEvent[] {
  return chunks(playerIds).map((ids) => ({ type: 'walletChanged', playerIds: ids }));
}

/** `sessionsEnded` for any number of sessions, cut into events that fit between servers. */
export function sessionsEnded(sessionIds: readonly bigint[]): DomainEvent[] {
  return chunks(sessionIds).map((ids) => ({ type: 'sessionsEnded', sessionIds: ids }));
}

function chunks(ids: readonly bigint[]): string[][] {
  const cut: string[][] = [];
  for (let from = 0; from < ids.length; from += IDS_PER_EVENT) {
    cut.push(ids.slice(from, from + IDS_PER_EVENT).map(String));
  }
  return cut;
}
