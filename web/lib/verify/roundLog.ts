import type { CheckableRound } from './checkRound.ts';
import { cosignedAt, isSignedBy, type LogState, parseNote, stateOf } from './checkpoint.ts';
import { checkLogged, isState, type LogChecks, type LoggableRound, LoggedRound } from './loggedRound.ts';
import { hashesOf, wholeOf } from './logLine.ts';
import { leafHash, rootFrom } from './merkle.ts';
import type { PublicRound } from './publicRound.ts';

/** A round's entries in the public log, proven one by one. */
export interface RoundLog {
  readonly state: LogState;
  readonly checks: LogChecks;
  /** Of the round's witnesses, how many there are, and how many have confirmed the log's newest state; null without any. */
  readonly witnesses: { readonly all: number; readonly current: number } | null;
  /**
   * Names of witnesses who have confirmed that state, and so the round's entries: of the round's set, or, of a round without one, of those
   * that the log has now.
   */
  readonly confirmedBy: readonly string[];
  /** By the entry of its payment; null before. */
  readonly settled: { readonly stakes: string; readonly payouts: string } | null;
}

interface Proven {
  readonly index: number;
  readonly hash: Uint8Array;
  readonly data: Readonly<Record<string, unknown>>;
  readonly path: readonly Uint8Array[];
}

/**
 * Checks the log's answer about a round: the newest checkpoint is signed, each entry is under it and says the same as the
 * round, and witnesses confirmed in time a state with the root of the bets. Throws a TypeError where it is malformed.
 */
export function checkRoundLog(round: CheckableRound, answer: unknown): RoundLog {
  const { checkpoint, vkey, entries, confirmed, witnesses } = (answer ?? {}) as Record<string, unknown>;
  const note = parseNote(String(checkpoint));
  const state = note && stateOf(note.text);
  if (!note || !state || !Array.isArray(entries)) throw new TypeError('no proof of a round');
  const all = entries.map(provenOf);
  const logged = new LoggedRound();
  for (const { index, data } of all) if (data['gameId'] === round.gameId) logged.add({ index, data });
  const root = all.find(({ data }) => data['type'] === 'betsRoot' && data['gameId'] === round.gameId);
  const vkeys = witnessesIn(all, logged);
  const checks = checkLogged(asRead(round), logged, {
    witnessesOf: () => vkeys,
    hasState: (one, at) =>
      root !== undefined && isUnder({ ...root, path: hashesOf((confirmed as unknown[])[at]) }, one),
    // The entries of one round do not tell what the log has around them.
    isRestoredAfter: () => null,
  });
  const isProven = isSignedBy(note, String(vkey)) && all.every((one) => isUnder(one, state));
  const { stakes, payouts } = logged.get('settled')?.data ?? {};
  const asked = vkeys ?? (Array.isArray(witnesses) ? witnesses.slice(0, 15).map(String) : []);
  return {
    state,
    checks: { ...checks, log: isProven && checks.log === true },
    witnesses: vkeys && { all: vkeys.length, current: vkeys.filter((key) => cosignedAt(note, key) !== null).length },
    confirmedBy: asked.filter((key) => cosignedAt(note, key) !== null).map((key) => key.split('+', 1)[0] ?? ''),
    settled: typeof stakes === 'string' && typeof payouts === 'string' ? { stakes, payouts } : null,
  };
}

/** A round's page has not read what is null there. */
function asRead(round: CheckableRound): LoggableRound {
  const { profitabilityLevel, ruleVersion, bets, payoutsByNumber, stakes, payouts, voidReason, ...others } = round;
  const partly = { profitabilityLevel, ruleVersion, bets, payoutsByNumber, stakes, payouts, voidReason };
  const read = Object.entries(partly).filter(([, value]) => value !== null);
  return { ...others, ...(Object.fromEntries(read) as Partial<PublicRound>) };
}

function witnessesIn(all: readonly Proven[], logged: LoggedRound): readonly string[] | null {
  const id = logged.get('opened')?.data['witnesses'] ?? null;
  const set = all.find(({ data }) => data['type'] === 'witnesses' && data['id'] === id)?.data['vkeys'];
  return id !== null && Array.isArray(set) ? set.slice(0, 15).map(String) : null;
}

function isUnder({ index, hash, path }: Omit<Proven, 'data'>, state: LogState): boolean {
  return isState(state, rootFrom(hash, { index, size: state.size, path }));
}

function provenOf(value: unknown): Proven {
  const { index, entry, path } = (value ?? {}) as Record<string, unknown>;
  const text = String(entry);
  return {
    index: wholeOf(index),
    hash: leafHash(new TextEncoder().encode(text)),
    data: JSON.parse(text) as Record<string, unknown>,
    path: hashesOf(path),
  };
}
