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
  /** Rounds that have an entry after their last one. */
  readonly late: readonly string[];
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
  readonly late = new Set<string>();
  /** The game whose rounds they are. */
  game: string | null = null;
  /** The first and the last round that were checked. Names of a game's rounds ascend. */
  #checked: readonly [string, string] | null = null;
  /** Places of the openings of rounds, and of restores of the database, that were read after the last round that was checked. */
  #openings: number[] = [];
  #restores: number[] = [];
  /** Of these, those that waited for the beacon: their last entries are still to come. */
  readonly #waiting = new Set<string>();

  add(index: number, entry: string): void {
    const data = JSON.parse(entry) as Record<string, unknown>;
    const { gameId, type, id, vkeys } = data;
    if (type === 'witnesses' && Array.isArray(vkeys)) this.witnesses.set(id, vkeys.map(String));
    if (type === 'restored') this.#restores.push(index);
    if (typeof gameId !== 'string') return;
    if (type === 'opened') this.#openings.push(index);
    this.game ??= gameOf(entry);
    const [first, last] = this.#checked ?? [];
    const isChecked = first !== undefined && last !== undefined && gameId >= first && gameId <= last;
    if (isChecked && !this.#waiting.has(gameId)) this.late.add(gameId);
    const round = this.rounds.get(gameId) ?? new LoggedRound();
    this.rounds.set(gameId, round);
    round.add({ index, data });
  }

  /** Whether a restore follows that place, before the game's next round opens; null where the file has not told yet. */
  isRestoredAfter(place: number): boolean | null {
    const [restored, opened] = [this.#restores, this.#openings].map((places) => places.find((one) => one > place));
    if (restored === undefined && opened === undefined) return null;
    return (restored ?? Infinity) < (opened ?? Infinity);
  }

  /** Drops what was read of a round that has been checked, and of rounds before it. */
  drop({ gameId, state }: CheckableRound): void {
    if (state === 'CLOSED') this.#waiting.add(gameId);
    this.#checked = [this.#checked?.[0] ?? gameId, gameId];
    const opened = this.rounds.get(gameId)?.get('opened')?.index ?? 0;
    this.#openings = this.#openings.filter((place) => place > opened);
    this.#restores = this.#restores.filter((place) => place > opened);
    for (const name of this.rounds.keys()) if (name <= gameId) this.rounds.delete(name);
  }
}

/**
 * The file's lines, read beside the rounds of the month: entries are kept until their round has been checked, so that the file
 * may be of any size. Its methods throw a TypeError that names the line which is malformed.
 */
export class LogPartReader {
  readonly #lines: AsyncIterator<string>;
  readonly #others: OtherGames | null;
  readonly #entries = new Entries();
  readonly #tree = new GrowingTree();
  #head: Head | null = null;
  #isWhole = false;
  #hidden = 0;
  #line = 0;
  #isAtEnd = false;

  constructor(lines: AsyncIterable<string>, others: OtherGames | null = null) {
    this.#lines = lines[Symbol.asyncIterator]();
    this.#others = others;
  }

  /** Compares a round, given after those before it, with its entries: reads on until these are complete. */
  async check(round: CheckableRound): Promise<LogChecks> {
    const { rounds, witnesses } = this.#entries;
    const logged = () => rounds.get(round.gameId) ?? null;
    while (!this.#isAtEnd && !this.#hasRead(round, logged())) await this.#advance();
    const checks = checkLogged(round, logged(), {
      witnessesOf: (id: unknown) => witnesses.get(id) ?? null,
      hasState: (one: LogState) => isState(one, this.#tree.rootAt(one.size)),
      isRestoredAfter: (place) => this.#entries.isRestoredAfter(place) === true,
    });
    // The root of the next round's bets comes later, and what confirms it later still.
    this.#tree.forgetBefore(logged()?.get('betsRoot')?.index ?? 0);
    this.#entries.drop(round);
    return checks;
  }

  /** Whether the round's last entries have been read and, of one without a seed, what came first after its opening. */
  #hasRead(round: CheckableRound, logged: LoggedRound | null): boolean {
    if (logged?.isComplete(round) !== true) return false;
    return round.seed !== null || this.#entries.isRestoredAfter(logged.get('opened')?.index ?? 0) !== null;
  }

  /** Reads the rest. */
  async finish(): Promise<LogPart> {
    while (!this.#isAtEnd) await this.#advance();
    const head = this.#head;
    if (head === null) throw new TypeError('the file of the log is empty');
    const { state, vkey, note, last, after } = head;
    const tree = this.#tree;
    const isWhole = this.#isWhole && tree.size === last && tree.appendSubtrees(after, state.size);
    const isRooted =
      isWhole && isState(state, tree.rootAt(state.size)) && head.earlier.every((one) => isUnder(one, state));
    return {
      state,
      vkey,
      isSigned: isRooted && isSignedBy(note, vkey),
      hidden: this.#hidden,
      shownBy: this.#others && (await this.#others.counts(this.#entries.game)),
      late: [...this.#entries.late],
    };
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#lines.next();
    this.#isAtEnd = done === true;
    if (done === true) return;
    this.#line += 1;
    try {
      await this.#take(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      throw new TypeError(`the log, line ${this.#line}: ${reason}`, { cause: error });
    }
  }

  async #take(text: string): Promise<void> {
    const tree = this.#tree;
    if (this.#head === null) {
      const head = headOf(text);
      this.#head = head;
      this.#isWhole = tree.appendSubtrees(head.before, head.first);
      tree.keep();
      for (const { index, entry } of head.earlier) this.#entries.add(index, entry);
    } else if (text.startsWith('"')) {
      const hash = text.slice(1, -1);
      await this.#others?.add(tree.size, hash);
      tree.append(fromBase64(hash));
      this.#hidden += 1;
    } else {
      this.#entries.add(tree.size, text);
      tree.append(leafHash(new TextEncoder().encode(text)));
    }
  }
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
