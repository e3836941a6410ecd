import { createHash } from 'node:crypto';
import {
  checkpointText,
  cosign,
  cosignedAt,
  parseNote,
  type Signer,
  signNote,
} from '../../../server/platform/tlog/note.ts';
import { logSigner } from '../../support/domain.ts';
import { witnessSigner } from '../../support/testWitness.ts';
import type { Month, RoundLine } from './month.ts';

const witnesses = [1, 2, 3].map(witnessSigner);

interface Head {
  first: number;
  last: number;
  before: string[];
  after: string[];
  checkpoint: string;
  earlier: { index: number; path: string[] }[];
}
type Entry = Record<string, unknown> & { gameId?: string; type: string };

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const decoded = (base64: string) => Buffer.from(base64, 'base64');
const powerBelow = (count: number) => 2 ** Math.floor(Math.log2(count - 1));

/** Hashes of RFC 6962 over ranges of leaves, of which some are known only as complete subtrees. */
class Ranges {
  readonly #known = new Map<string, Buffer>();

  leaf(index: number, hash: Buffer): void {
    this.#known.set(`${index} ${index + 1}`, hash);
  }

  subtrees(from: number, to: number, hashes: readonly string[]): void {
    let at = from;
    for (const hash of hashes) {
      let size = 1;
      while (at % (size * 2) === 0 && at + size * 2 <= to) size *= 2;
      this.#known.set(`${at} ${at + size}`, decoded(hash));
      at += size;
    }
  }

  hash(from: number, to: number): Buffer {
    const known = this.#known.get(`${from} ${to}`);
    if (known) return known;
    const middle = from + powerBelow(to - from);
    return sha256(Buffer.of(1), this.hash(from, middle), this.hash(middle, to));
  }

  /** The path of a leaf of a known subtree; within it the hashes are taken from another path of the leaf. */
  path(index: number, size: number, other: readonly string[]): string[] {
    const above: string[] = [];
    let [from, to] = [0, size];
    while (!this.#known.has(`${from} ${to}`) && to - from > 1) {
      const middle = from + powerBelow(to - from);
      const [left, right] = [this.hash(from, middle), this.hash(middle, to)];
      above.unshift((index < middle ? right : left).toString('base64'));
      if (index < middle) to = middle;
      else from = middle;
    }
    return [...other.slice(0, other.length - above.length), ...above];
  }
}

export interface Rewritten {
  /** A round whose root witnesses confirmed only at its end. */
  late?: string | null;
  /** Whether entries say what the month's rounds now are; else they stay as they are. */
  adapts?: boolean;
  /** The log's key, where it is not that of the tests. */
  signer?: Signer;
}

/**
 * Writes the log as a server does that has published the month's rounds as they are now: its entries say so, its trees are
 * theirs, and operator and witnesses have signed those.
 */
export function writeLog(month: Month, { late = null, adapts = true, signer = logSigner }: Rewritten = {}): void {
  const [first = '{}', ...lines] = month.log;
  const head = JSON.parse(first) as Head;
  const size = Number(head.checkpoint.split('\n')[1]);
  const ranges = new Ranges();
  ranges.subtrees(0, head.first, head.before);
  ranges.subtrees(head.last, size, head.after);
  const written = lines.map((line, at) => {
    const text = line.startsWith('"')
      ? line
      : JSON.stringify(adapted(JSON.parse(line) as Entry, adapts ? month.rounds : [], { late, ranges, signer }));
    const hash = line.startsWith('"') ? decoded(line.slice(1, -1)) : sha256(Buffer.of(0), Buffer.from(text));
    ranges.leaf(head.first + at, hash);
    return text;
  });
  const earlier = head.earlier.map((one) => ({ ...one, path: ranges.path(one.index, size, one.path) }));
  month.log = [
    JSON.stringify({ ...head, earlier, checkpoint: signed(head.checkpoint, { ranges, signer }) }),
    ...written,
  ];
}

/** What entries and lines of rounds both say. */
const said = new Set(
  'commitment timelock betsRoot seed beaconRound beaconSignature decidedBy winningNumber bets stakes payoutsByNumber payouts'.split(
    ' ',
  ),
);

interface Rewriting {
  late: string | null;
  ranges: Ranges;
  signer: Signer;
}

/** The entry with the values that its round now has. */
function adapted(entry: Entry, rounds: Month['rounds'], { late, ranges, signer }: Rewriting): Entry {
  const round: Partial<RoundLine> = rounds.find(({ gameId }) => gameId === entry.gameId) ?? {};
  const values = Object.entries(round).filter(([key]) => said.has(key) && key in entry);
  const { checkpoints } = entry;
  const at = round.gameId === late && round.endsAt !== undefined ? Date.parse(round.endsAt) : null;
  return {
    ...entry,
    ...Object.fromEntries(values),
    ...(Array.isArray(checkpoints) && {
      checkpoints: checkpoints.map((note) => signed(String(note), { ranges, signer }, at)),
    }),
  };
}

/** A checkpoint of the same size with the root that it now has, confirmed by the same witnesses, at another time on request. */
function signed(note: string, { ranges, signer }: Omit<Rewriting, 'late'>, at: number | null = null): string {
  const { text, signatures } = parseNote(note) ?? { text: '', signatures: [] };
  const size = Number(text.split('\n')[1]);
  const stated = checkpointText({ origin: signer.name, size, root: ranges.hash(0, size) });
  const confirmations = witnesses.flatMap((witness) => {
    const seconds = cosignedAt(text, signatures, witness);
    return seconds === null ? [] : [cosign(stated, witness, at === null ? seconds : Math.floor(at / 1_000))];
  });
  return signNote(stated, signer) + confirmations.join('');
}
