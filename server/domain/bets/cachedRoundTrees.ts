import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Db, rawQuery } from '../../../db/client.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import { publicLeaf } from '../contests/betLeaf.ts';
import { PathTree } from '../contests/pathTree.ts';
import { PART_LEAVES, RoundTree, type TreePart } from '../contests/roundTree.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { BetPath, RoundTrees } from '../ground/rounds/roundTrees.ts';
import { isArchived } from './archivedMonths.ts';

/** The newest round of each game, and one more. A bet takes some 150 bytes. */
const MAX_ROUNDS = 4;
/** Players of larger rounds check on the round's page. */
const MAX_BETS = 200_000;
/** Trees that wait to be read, one after the other; further calls are refused. */
const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 30;
/** Read at a time: as many as eight parts have. */
const PAGE = 8 * PART_LEAVES;

interface Contest {
  id: bigint;
  gameId: string;
}

interface Leaf {
  number: number;
  selection: number;
  amount: bigint;
  placed_at: Date;
  player_hash: Buffer;
}

/**
 * Reads the bets of a decided round once for all of its players, who ask for their paths within the same half minute. What it
 * reads doesn't change any more.
 */
export class CachedRoundTrees implements RoundTrees {
  readonly #db: Db;
  readonly #trees = new BoundedMap<bigint, Promise<RoundTree | null>>(MAX_ROUNDS);
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async paths(contest: Contest, numbers: readonly number[]): Promise<BetPath[] | null> {
    const tree = await (this.#trees.get(contest.id) ?? this.#start(contest));
    return (
      tree &&
      numbers.flatMap((number) => {
        const inclusion = tree.inclusionOf(number);
        return inclusion ? [{ number, ...inclusion }] : [];
      })
    );
  }

  #start(contest: Contest): Promise<RoundTree | null> {
    if (this.#waiting >= MAX_WAITING) {
      const message = 'Too many rounds are being read. Please try again in half a minute.';
      throw new DomainError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#waiting += 1;
    const read = this.#last.then(() => readTree(this.#db, contest));
    this.#trees.set(contest.id, read);
    this.#last = read
      .catch(() => this.#trees.delete(contest.id))
      .finally(() => {
        this.#waiting -= 1;
      });
    return read;
  }
}

async function readTree(db: Db, { id, gameId }: Contest): Promise<RoundTree | null> {
  const parts: TreePart[] = [];
  let last = 0;
  for (let read = 0; ; read += PAGE) {
    const leaves = await rawQuery<Leaf>(db, sql`select * from public_leaves(${id}, 0, ${last}, ${PAGE})`);
    if (read + leaves.length > MAX_BETS) return null;
    for (let at = 0; at < leaves.length; at += PART_LEAVES) {
      parts.push(partOf(gameId, leaves.slice(at, at + PART_LEAVES)));
      // A part takes some 3 ms of one core.
      await setImmediate();
    }
    if (leaves.length < PAGE) break;
    last = leaves.at(-1)?.number ?? last;
  }
  // Asked last: bets that were archived meanwhile are missing in the tree.
  return (await isArchived(db, id)) ? null : new RoundTree(parts);
}

function partOf(gameId: string, leaves: readonly Leaf[]): TreePart {
  return {
    numbers: Uint32Array.from(leaves, ({ number }) => number),
    tree: new PathTree(leaves.map((leaf) => leafHashOf(gameId, leaf))),
  };
}

/** RFC 6962's hash of the leaf, base64. */
function leafHashOf(gameId: string, { number, selection, amount, placed_at: at, player_hash: player }: Leaf): string {
  const leaf = publicLeaf({ gameId, number, selection, amountPaise: amount, receivedAt: at.getTime(), player });
  return hash('sha256', Buffer.concat([Buffer.of(0), leaf]), 'base64');
}
