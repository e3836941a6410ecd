import { hash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { contests, contestSecrets } from '../../../db/schema/contests.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import type { Clock } from '../../platform/clock.ts';
import { signNote, type Signer } from '../../platform/tlog/note.ts';
import { lengthPrefixed } from '../contests/draw.ts';
import { PathTree } from '../contests/pathTree.ts';
import type { NumberedBet, Receipt, ReceiptIssuer } from '../receiptIssuer.ts';

/** More than one batch can have, so that none forgets what it has just read. */
const MAX_CONTESTS = 2_048;
const MAX_UIDS = 50_000;
/** A larger tree has longer paths and delays its first receipt. */
const MAX_BATCH = 1_024;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

interface Asked {
  bet: NumberedBet;
  resolve: (receipt: Receipt) => void;
  reject: (error: unknown) => void;
}

interface ContestLeaves {
  gameId: string;
  writer: LeafWriter;
}

interface Parts {
  db: Db;
  clock: Pick<Clock, 'now'>;
  signer: Signer;
}

/**
 * Issues receipts in batches: what is asked for in one turn of the event loop, as the bets of one statement are, becomes
 * one tree with one signature. Nothing of a receipt is stored, because it can be issued again: with the
 * same leaf, and as valid as the first.
 */
export class SignedReceipts implements ReceiptIssuer {
  readonly #parts: Parts;
  readonly #contests = new BoundedMap<bigint, ContestLeaves>(MAX_CONTESTS);
  readonly #uids = new BoundedMap<bigint, string>(MAX_UIDS);
  #asked: Asked[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  issue(bet: NumberedBet): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setImmediate(() => this.#takeTurn());
      this.#asked.push({ bet, resolve, reject });
    });
  }

  #takeTurn(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let at = 0; at < asked.length; at += MAX_BATCH) void this.#answer(asked.slice(at, at + MAX_BATCH));
  }

  async #answer(batch: readonly Asked[]): Promise<void> {
    try {
      const missing = this.#missingFor(batch);
      if (missing.contests.size > 0) await this.#readContests([...missing.contests]);
      if (missing.players.size > 0) await this.#readUids([...missing.players]);
      this.#sign(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #missingFor(batch: readonly Asked[]): { contests: Set<bigint>; players: Set<bigint> } {
    const missing = { contests: new Set<bigint>(), players: new Set<bigint>() };
    for (const { bet } of batch) {
      if (!this.#contests.get(bet.contestId)) missing.contests.add(bet.contestId);
      if (!this.#uids.get(bet.playerId)) missing.players.add(bet.playerId);
    }
    return missing;
  }

  #sign(batch: readonly Asked[]): void {
    const { clock, signer } = this.#parts;
    const written = batch.map(({ bet }) => {
      const contest = this.#contests.get(bet.contestId);
      const uid = this.#uids.get(bet.playerId);
      if (!contest || uid === undefined) throw new Error(`a bet in contest ${bet.contestId} has no receipt`);
      return { uid, gameId: contest.gameId, leaf: contest.writer.write(bet, uid) };
    });
    const tree = new PathTree(written.map(({ leaf }) => leaf.hash));
    const gameIds = new Set(written.map(({ gameId }) => gameId));
    const time = new Date(clock.now()).toISOString();
    const note = signNote(
      receiptText({ origin: signer.name, size: tree.size, root: tree.root(), time, gameIds }),
      signer,
    );
    for (const [place, { uid, gameId, leaf }] of written.entries()) {
      const { bet, resolve } = batch[place] as Asked;
      const path = tree.path(place);
      resolve({ gameId, number: bet.number, uid, salt: leaf.salt, leaf: leaf.data, place, path, note });
    }
  }

  async #readContests(ids: bigint[]): Promise<void> {
    const rows = await this.#parts.db
      .select({ id: contests.id, gameId: contests.gameId, secret: contestSecrets.saltSecret })
      .from(contestSecrets)
      .innerJoin(contests, eq(contests.id, contestSecrets.contestId))
      .where(inArray(contestSecrets.contestId, ids));
    for (const { id, gameId, secret } of rows)
      this.#contests.set(id, { gameId, writer: new LeafWriter(gameId, secret) });
  }

  async #readUids(ids: bigint[]): Promise<void> {
    const rows = await this.#parts.db
      .select({ id: users.id, uid: users.uid })
      .from(users)
      .where(inArray(users.id, ids));
    for (const { id, uid } of rows) this.#uids.set(id, uid);
  }
}

interface BatchText {
  origin: string;
  size: number;
  /** Base64. */
  root: string;
  time: string;
  gameIds: Iterable<string>;
}

/** What is signed, by lines: what it is, the key's name, the size of the batch, its root, the instant, and its contests. */
function receiptText({ origin, size, root, time, gameIds }: BatchText): string {
  return `${['colour-receipts/1', origin, size, root, time, ...gameIds].join('\n')}\n`;
}

interface WrittenLeaf {
  /** Base64, as the others. */
  salt: string;
  data: string;
  hash: string;
}

/**
 * Writes the leaves of one contest's bets into one buffer: betLeaf.ts, which is the reference, takes 5 µs a bet, this
 * one.
 */
class LeafWriter {
  /** The contest's secret and u64be(number). */
  readonly #saltInput: Buffer;
  /** Salt and lp(UID). */
  readonly #playerInput = Buffer.alloc(SALT_BYTES + 64);
  /** RFC 6962's prefix of leaves, then the leaf. */
  readonly #leaf: Buffer;
  readonly #prefixLength: number;

  constructor(gameId: string, secret: Buffer) {
    this.#saltInput = Buffer.concat([secret, Buffer.alloc(8)]);
    const prefix = Buffer.concat([Buffer.of(0), lengthPrefixed('colour-bet/1'), lengthPrefixed(gameId)]);
    this.#prefixLength = prefix.length;
    this.#leaf = Buffer.concat([prefix, Buffer.alloc(4 + 1 + 8 + 8 + HASH_BYTES)]);
  }

  write({ number, selection, amount, placedAt }: NumberedBet, uid: string): WrittenLeaf {
    this.#saltInput.writeUInt32BE(number, this.#saltInput.length - 4);
    const player = this.#playerInput;
    player.write(hash('sha256', this.#saltInput, 'binary'), 0, SALT_BYTES, 'latin1');
    player.writeUInt16BE(uid.length, SALT_BYTES);
    const end = SALT_BYTES + 2 + player.write(uid, SALT_BYTES + 2, 'latin1');

    const leaf = this.#leaf;
    let at = leaf.writeUInt32BE(number, this.#prefixLength);
    at = leaf.writeUInt8(selection, at);
    at = leaf.writeBigUInt64BE(amount, at);
    const ms = placedAt.getTime();
    at = leaf.writeUInt32BE(Math.floor(ms / 2 ** 32), at);
    at = leaf.writeUInt32BE(ms % 2 ** 32, at);
    leaf.write(hash('sha256', player.subarray(0, end), 'binary'), at, HASH_BYTES, 'latin1');
    return {
      salt: player.toString('base64', 0, SALT_BYTES),
      data: leaf.toString('base64', 1),
      hash: hash('sha256', leaf, 'base64'),
    };
  }
}
