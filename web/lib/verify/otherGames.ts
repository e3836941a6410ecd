import { base64Of } from './bytes.ts';
import { gameOf, wholeOf } from './logLine.ts';
import { leafHash } from './merkle.ts';

/** How many games share the log. */
const games = 3;

/** The file that shows a leaf; none, though the files of all games have its place; or unknown, as beside their span. */
export type ShownBy = 'another game' | 'none' | 'unknown';

/**
 * The log's files of the other games. A game's file has their leaves as hashes, behind which an operator could keep a second
 * entry of a round, such as another root to choose from. Since each leaf is shown in the file of its game, such an entry is in
 * none. The files are read together, place by place.
 */
export class OtherGames {
  readonly #files: readonly OtherFile[];
  /** Hidden leaves by the game of the entry that a file shows there; by '' those that none shows. */
  readonly #shown = new Map<string, number>();
  /** Of those that none shows, and that both files would have. */
  #covered = new Map<string, number>();

  constructor(files: readonly AsyncIterable<string>[]) {
    this.#files = files.map((lines) => new OtherFile(lines[Symbol.asyncIterator]()));
  }

  /** Takes a hidden leaf, after those of smaller indices. Throws a TypeError for a malformed file. */
  async add(index: number, hash: string): Promise<void> {
    let game = '';
    let isCovered = true;
    for (const file of this.#files) {
      const entry = await file.at(index);
      if (entry === null) isCovered = false;
      else if (entry.game !== null && entry.hash === hash) ({ game } = entry);
    }
    this.#shown.set(game, (this.#shown.get(game) ?? 0) + 1);
    if (isCovered) this.#covered.set(game, (this.#covered.get(game) ?? 0) + 1);
  }

  /** What became of the leaves that the file of `game` hides. */
  async counts(game: string | null): Promise<Readonly<Record<ShownBy, number>>> {
    const names = await Promise.all(this.#files.map((file) => file.game()));
    const areAll = new Set(names.filter((name) => name !== game)).size === games - 1;
    const all = [...this.#shown.values()].reduce((sum, count) => sum + count, 0);
    // An entry of this game is not to be hidden, though the file of another shows it.
    const isUnshown = ([name]: [string, number]) => name === '' || name === game;
    const sum = (counts: Map<string, number>) =>
      [...counts].filter(isUnshown).reduce((total, [, count]) => total + count, 0);
    const unshown = sum(this.#shown);
    const none = areAll ? sum(this.#covered) : 0;
    return { 'another game': all - unshown, none, unknown: unshown - none };
  }
}

interface Leaf {
  /** Of the entry; null where the file has only its hash. */
  readonly game: string | null;
  readonly hash: string;
}

/** One file, read as far as it was asked for. */
class OtherFile {
  readonly #lines: AsyncIterator<string>;
  #span: { readonly first: number; readonly last: number } | null = null;
  #next = 0;
  #line: string | null = null;
  /** That of the file's first entry of a round. */
  #game: string | null = null;

  constructor(lines: AsyncIterator<string>) {
    this.#lines = lines;
  }

  /** The leaf at a place, not before those asked for earlier; null beside the file's span. */
  async at(index: number): Promise<Leaf | null> {
    const { first, last } = await this.#read();
    if (index < first || index >= last) return null;
    while (this.#next <= index && (await this.#advance()) !== null);
    const text = this.#line ?? '';
    if (text === '' || text.startsWith('"')) return { game: null, hash: text.slice(1, -1) };
    return { game: gameOf(text), hash: base64Of(leafHash(new TextEncoder().encode(text))) };
  }

  /** The game whose entries the file shows. Throws a TypeError where it shows none. */
  async game(): Promise<string> {
    await this.#read();
    while (this.#game === null && (await this.#advance()) !== null);
    if (this.#game === null) throw new TypeError('the file of another game’s log is empty');
    return this.#game;
  }

  async #read() {
    this.#span ??= await this.#head();
    return this.#span;
  }

  async #head() {
    const head = await this.#lines.next();
    if (head.done === true) throw new TypeError('the file of another game’s log is empty');
    const { first, last } = JSON.parse(head.value) as Record<string, unknown>;
    this.#next = wholeOf(first);
    return { first: this.#next, last: wholeOf(last) };
  }

  async #advance(): Promise<string | null> {
    const { value, done } = await this.#lines.next();
    this.#line = done === true ? null : value;
    this.#next += 1;
    if (this.#line !== null && !this.#line.startsWith('"')) this.#game ??= gameOf(this.#line);
    return this.#line;
  }
}
