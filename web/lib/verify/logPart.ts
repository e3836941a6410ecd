import { fromBase64, sameBytes } from './bytes.ts';
import type { CheckableRound } from './checkRound.ts';
import { isSignedBy, type LogState, parseNote, type SignedNote, stateOf } from './checkpoint.ts';
import { gameOf, hashesOf, wholeOf } from './logLine.ts';
import { checkLogged, isState, type LogChecks, LoggedRound } from './loggedRound.ts';
import { GrowingTree, leafHash, rootFrom } from './merkle.ts';
import type { OtherGames, ShownBy } from './otherGames.ts';

/** That part of the public log in which a game's rounds of a month are, with the hashes of the tree around it. */
export interface LogPart {
  readonly state: LogState;
  /** The key of the log. */
  readonly vkey: string;
  /** Whether it has signed the checkpoint, and the checkpoint's root is that of these leaves. */
  readonly isSigned: boolean;
  /** Leaves of other games, of which the file has the hashes alone. */
  readonly hidden: number;
  /** Of those by who shows them, where the files of the other games are at hand. */
  readonly shownBy: Readonly<Record<ShownBy, number>> | null;
  readonly check: (round: CheckableRound) => LogChecks;
}

/** The first line of the file. */
interface Head {
  readonly note: SignedNote;
  readonly state: LogState;
  readonly vkey: string;
  readonly first: number;
  readonly last: number;
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
  readonly earlier: readonly { readonly index: number; readonly entry: string; readonly path: readonly Uint8Array[] }[];
}

/** What the entries say, by what they are about. */
class Entries {
  readonly rounds = new Map<string, LoggedRound>();
  readonly witnesses = new Map<unknown, readonly string[]>();
  /** The game whose rounds they are. */
  game: string | null = null;

  add(index: number, entry: string): void {
    const data = JSON.parse(entry) as Record<string, unknown>;
    const { gameId, type, id, vkeys } = data;
    if (type === 'witnesses' && Array.isArray(vkeys)) this.witnesses.set(id, vkeys.map(String));
    if (typeof gameId !== 'string') return;
    this.game ??= gameOf(entry);
    const round = this.rounds.get(gameId) ?? new LoggedRound();
    this.rounds.set(gameId, round);
    round.add({ index, data });
  }
}

/** Reads the file's lines. Throws a TypeError that names the one that is malformed. */
export async function readLogPart(lines: AsyncIterable<string>, others: OtherGames | null = null): Promise<LogPart> {
  const entries = new Entries();
  const tree = new GrowingTree();
  let head: Head | null = null;
  let isWhole = false;
  let hidden = 0;
  const shownBy = { 'another game': 0, none: 0, unknown: 0 };
  let line = 0;
  for await (const text of lines) {
    line += 1;
    try {
      if (head === null) {
        head = headOf(text);
        isWhole = tree.appendSubtrees(head.before, head.first);
        tree.keep();
      } else if (text.startsWith('"')) {
        const hash = text.slice(1, -1);
        if (others) shownBy[others.shownBy(entries.game ?? '', tree.size, hash)] += 1;
        tree.append(fromBase64(hash));
        hidden += 1;
      } else {
        entries.add(tree.size, text);
        tree.append(leafHash(new TextEncoder().encode(text)));
      }
    } catch (error) {
      throw new TypeError(`line ${line}: ${error instanceof Error ? error.message : ''}`, { cause: error });
    }
  }
  if (head === null) throw new TypeError('the file of the log is empty');
  const { state, vkey, note, last, after } = head;
  isWhole &&= tree.size === last && tree.appendSubtrees(after, state.size);
  for (const { index, entry } of head.earlier) entries.add(index, entry);
  const isRooted =
    isWhole && isState(state, tree.rootAt(state.size)) && head.earlier.every((one) => isUnder(one, state));
  const around = {
    witnessesOf: (id: unknown) => entries.witnesses.get(id) ?? null,
    hasState: (one: LogState) => isState(one, tree.rootAt(one.size)),
  };
  return {
    state,
    vkey,
    isSigned: isRooted && isSignedBy(note, vkey),
    hidden,
    shownBy: others && shownBy,
    check: (round) => checkLogged(round, entries.rounds.get(round.gameId) ?? null, around),
  };
}

function isUnder({ index, entry, path }: Head['earlier'][number], { size, root }: LogState): boolean {
  const found = rootFrom(leafHash(new TextEncoder().encode(entry)), { index, size, path });
  return found !== null && sameBytes(found, root);
}

function headOf(text: string): Head {
  const { checkpoint, vkey, first, last, before, after, earlier } = JSON.parse(text) as Record<string, unknown>;
  const note = typeof checkpoint === 'string' ? parseNote(checkpoint) : null;
  const state = note && stateOf(note.text);
  if (!note || !state) throw new TypeError('checkpoint is missing or malformed');
  if (typeof vkey !== 'string') throw new TypeError('vkey is missing');
  const entries = Array.isArray(earlier) ? (earlier as Record<string, unknown>[]) : [];
  return {
    note,
    state,
    vkey,
    first: wholeOf(first),
    last: wholeOf(last),
    before: hashesOf(before),
    after: hashesOf(after),
    earlier: entries.map(({ index, entry, path }) => ({
      index: wholeOf(index),
      entry: String(entry),
      path: hashesOf(path),
    })),
  };
}
