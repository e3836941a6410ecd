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
const MAX_UID_BYTES = 12;

interface Asked {
  bet: NumberedBet;
  resolve: (receipt: Receipt) => void;
  reject: (error: unknown) => void;
}

interface Parts {
  db: Db;
  clock: Pick<Clock, 'now'>;
  signer: Signer;
}

/**
 * Issues receipts in batches: what is asked for in one tick of the event loop, as the bets of one statement are, becomes
 * one tree with one signature. It isn't left for a later tick: the connection would take its next batch of bets before
 * those of the players who have just been answered, so that batches became smaller by a third. Nothing of a receipt is
 * stored, because it can be issued again: with the same leaf, and as valid as the first.
 */
export class SignedReceipts implements ReceiptIssuer {
  readonly #parts: Parts;
  readonly #writers = new BoundedMap<bigint, LeafWriter>(MAX_CONTESTS);
  readonly #uids = new BoundedMap<bigint, string>(MAX_UIDS);
  #asked: Asked[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  issue(bet: NumberedBet): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      // Runs once all promises that this tick has settled have gone on.
      if (this.#asked.length === 0) process.nextTick(() => this.#takeAll());
      this.#asked.push({ bet, resolve, reject });
    });
  }

  #takeAll(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let at = 0; at < asked.length; at += MAX_BATCH) void this.#answer(asked.slice(at, at + MAX_BATCH));
  }

  async #answer(batch: readonly Asked[]): Promise<void> {
    try {
      let receipts = this.#issue(batch);
      if (receipts === null) {
        await this.#read(batch);
        receipts = this.#issue(batch);
      }
      if (receipts === null) throw new Error('a bet’s contest has no secret, or its player no UID');
      for (const [at, { resolve }] of batch.entries()) resolve(receipts[at] as Receipt);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Null where a contest's secret or a player's UID has yet to be read. */
  #issue(batch: readonly Asked[]): Receipt[] | null {
    const writers = batch.map(({ bet }) => this.#writers.get(bet.contestId));
    const uids = batch.map(({ bet }) => this.#uids.get(bet.playerId));
    if (writers.includes(undefined) || uids.includes(undefined)) return null;
    const receipts: Receipt[] = [];
    const hashes: string[] = [];
    for (const [place, { bet }] of batch.entries()) {
      const [writer, uid] = [writers[place] as LeafWriter, uids[place] as string];
      const { salt, leaf, hash: leafHash } = writer.write(bet, uid);
      receipts.push({ gameId: writer.gameId, number: bet.number, uid, salt, leaf, place, path: [], note: '' });
      hashes.push(leafHash);
    }
    const { clock, signer } = this.#parts;
    const gameIds = new Set(receipts.map(({ gameId }) => gameId));
    const tree = new PathTree(hashes);
    const time = new Date(clock.now()).toISOString();
    const text = receiptText({ origin: signer.name, size: tree.size, root: tree.root(), time, gameIds });
    const note = signNote(text, signer);
    for (const receipt of receipts) {
      receipt.path = tree.path(receipt.place);
      receipt.note = note;
    }
    return receipts;
  }

  async #read(batch: readonly Asked[]): Promise<void> {
    const contestIds = new Set(batch.map(({ bet }) => bet.contestId).filter((id) => !this.#writers.get(id)));
    const playerIds = new Set(batch.map(({ bet }) => bet.playerId).filter((id) => !this.#uids.get(id)));
    if (contestIds.size > 0) await this.#readContests([...contestIds]);
    if (playerIds.size > 0) await this.#readUids([...playerIds]);
  }

  async #readContests(ids: bigint[]): Promise<void> {
    const rows = await this.#parts.db
      .select({ id: contests.id, gameId: contests.gameId, secret: contestSecrets.saltSecret })
      .from(contestSecrets)
      .innerJoin(contests, eq(contests.id, contestSecrets.contestId))
      .where(inArray(contestSecrets.contestId, ids));
    for (const { id, gameId, secret } of rows) this.#writers.set(id, new LeafWriter(gameId, secret));
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
  leaf: string;
  hash: string;
}

/**
 * Writes the leaves of one contest's bets into one buffer: betLeaf.ts, which is the reference, takes five times as long.
 * Strings of Latin-1 carry bytes from a hash to the next: node:crypto returns a Buffer in three times the time of a string.
 */
class LeafWriter {
  readonly gameId: string;
  /** The contest's secret and u64be(number). */
  readonly #saltInput: Buffer;
  /** Salt and lp(UID). */
  readonly #playerInput = Buffer.alloc(SALT_BYTES + 2 + MAX_UID_BYTES);
  /** RFC 6962's prefix of leaves, then the leaf. */
  readonly #leaf: Buffer;
  readonly #numberAt: number;

  constructor(gameId: string, secret: Buffer) {
    this.gameId = gameId;
    this.#saltInput = Buffer.concat([secret, Buffer.alloc(8)]);
    const prefix = Buffer.concat([Buffer.of(0), lengthPrefixed('colour-bet/1'), lengthPrefixed(gameId)]);
    this.#numberAt = prefix.length;
    this.#leaf = Buffer.concat([prefix, Buffer.alloc(4 + 1 + 8 + 8 + HASH_BYTES)]);
  }

  write({ number, selection, amount, placedAt }: NumberedBet, uid: string): WrittenLeaf {
    this.#saltInput.writeUInt32BE(number, this.#saltInput.length - 4);
    const player = this.#playerInput;
    player.write(hash('sha256', this.#saltInput, 'binary'), 0, SALT_BYTES, 'latin1');
    player.writeUInt16BE(uid.length, SALT_BYTES);
    const end = SALT_BYTES + 2 + player.write(uid, SALT_BYTES + 2, 'latin1');

    const leaf = this.#leaf;
    let at = leaf.writeUInt32BE(number, this.#numberAt);
    at = leaf.writeUInt8(selection, at);
    at = leaf.writeBigUInt64BE(amount, at);
    const ms = placedAt.getTime();
    at = leaf.writeUInt32BE(Math.floor(ms / 2 ** 32), at);
    at = leaf.writeUInt32BE(ms % 2 ** 32, at);
    leaf.write(hash('sha256', player.subarray(0, end), 'binary'), at, HASH_BYTES, 'latin1');
    return {
      salt: player.toString('base64', 0, SALT_BYTES),
      leaf: leaf.toString('base64', 1),
      hash: hash('sha256', leaf, 'base64'),
    };
  }
}
