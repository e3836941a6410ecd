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
 * none.
 */
export class OtherGames {
  /** Games of the leaves that are shown, by their hashes in base64. */
  readonly #shown = new Map<string, string>();
  readonly #spans = new Map<string, { readonly first: number; readonly last: number }>();

  /** Reads a game's file. Throws a TypeError for one that is malformed. */
  async add(lines: AsyncIterable<string>): Promise<void> {
    let span: { first: number; last: number } | null = null;
    let game: string | null = null;
    for await (const text of lines) {
      if (span === null) span = spanOf(text);
      else if (!text.startsWith('"')) {
        const of = gameOf(text);
        if (of === null) continue;
        game ??= of;
        this.#shown.set(base64Of(leafHash(new TextEncoder().encode(text))), of);
      }
    }
    if (span === null || game === null) throw new TypeError('the file of another game’s log is empty');
    this.#spans.set(game, span);
  }

  /** Of a leaf that the file of `game` hides. */
  shownBy(game: string, index: number, hash: string): ShownBy {
    const of = this.#shown.get(hash);
    if (of !== undefined && of !== game) return 'another game';
    const others = [...this.#spans].filter(([name]) => name !== game);
    const areThere = others.every(([, { first, last }]) => first <= index && index < last);
    return others.length === games - 1 && areThere ? 'none' : 'unknown';
  }
}

function spanOf(head: string): { first: number; last: number } {
  const { first, last } = JSON.parse(head) as Record<string, unknown>;
  return { first: wholeOf(first), last: wholeOf(last) };
}
