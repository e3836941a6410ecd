import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { contests, contestSecrets } from '../../../db/schema/contests.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Signer } from '../../platform/tlog/note.ts';
import type { GatheredBet, IssuedReceipt, NumberedBet, ReceiptIssuer } from '../ground/rounds/receiptIssuer.ts';
import { LeafWriter } from './leafWriter.ts';
import { type BetOfBatch, SignedBatch } from './signedBatch.ts';

/** More than one batch can have, so that none forgets what it has just read. */
const MAX_CONTESTS = 2_048;
const MAX_UIDS = 50_000;
/** A larger tree has longer paths and delays its first receipt. */
const MAX_BATCH = 1_024;

interface Parts {
  db: Db;
  clock: Pick<Clock, 'now'>;
  signer: Signer;
}

/**
 * Issues receipts in batches: the bets of one tick of the event loop, as those of one statement are, become one tree with
 * one signature. It isn't left for a later tick: the connection would take its next batch of bets before those of the
 * players who have just been answered, so that batches became smaller by a third. A receipt is given without a promise
 * where nothing has to be read: promises took GraphQL longer than the hashes. Nothing of a receipt is stored, because it
 * can be issued again: with the same leaf, and as valid as the first.
 */
export class SignedReceipts implements ReceiptIssuer {
  readonly #parts: Parts;
  readonly #writers = new BoundedMap<bigint, LeafWriter>(MAX_CONTESTS);
  readonly #uids = new BoundedMap<bigint, string>(MAX_UIDS);
  #gathering: GatheringBatch | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  gather(bet: NumberedBet): GatheredBet {
    let batch = this.#gathering;
    if (batch === null || batch.isClosed) {
      batch = new GatheringBatch((bets) => this.#sign(bets));
      // Runs once all promises that this tick has settled have gone on.
      if (this.#gathering === null) process.nextTick(() => (this.#gathering = null));
      this.#gathering = batch;
    }
    return batch.add(bet);
  }

  async issue(bet: NumberedBet): Promise<IssuedReceipt> {
    const gathered = this.gather(bet);
    await new Promise((resolve) => process.nextTick(resolve));
    return gathered.receipt();
  }

  #sign(bets: readonly NumberedBet[]): SignedBatch | Promise<SignedBatch> {
    return this.#signKnown(bets) ?? this.#readAndSign(bets);
  }

  /** Null where a contest's secret or a player's UID has yet to be read. */
  #signKnown(bets: readonly NumberedBet[]): SignedBatch | null {
    const known: BetOfBatch[] = [];
    for (const bet of bets) {
      const writer = this.#writers.get(bet.contestId);
      const uid = this.#uids.get(bet.playerId);
      if (writer === undefined || uid === undefined) return null;
      known.push({ bet, uid, writer });
    }
    const { clock, signer } = this.#parts;
    return new SignedBatch(known, signer, new Date(clock.now()));
  }

  async #readAndSign(bets: readonly NumberedBet[]): Promise<SignedBatch> {
    const contestIds = new Set(bets.map(({ contestId }) => contestId).filter((id) => !this.#writers.get(id)));
    const playerIds = new Set(bets.map(({ playerId }) => playerId).filter((id) => !this.#uids.get(id)));
    if (contestIds.size > 0) await this.#readContests([...contestIds]);
    if (playerIds.size > 0) await this.#readUids([...playerIds]);
    const signed = this.#signKnown(bets);
    if (signed === null) throw new Error('a bet’s contest has no secret, or its player no UID');
    return signed;
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

type Sign = (bets: readonly NumberedBet[]) => SignedBatch | Promise<SignedBatch>;

/** Bets that will be signed together, once the receipt of one of them is asked for. */
class GatheringBatch {
  readonly #bets: NumberedBet[] = [];
  readonly #sign: Sign;
  #signed: SignedBatch | Promise<SignedBatch> | undefined;

  constructor(sign: Sign) {
    this.#sign = sign;
  }

  get isClosed(): boolean {
    return this.#signed !== undefined || this.#bets.length >= MAX_BATCH;
  }

  add(bet: NumberedBet): GatheredBet {
    const place = this.#bets.push(bet) - 1;
    return { receipt: () => this.#receipt(place) };
  }

  #receipt(place: number): IssuedReceipt | Promise<IssuedReceipt> {
    const signed = (this.#signed ??= this.#sign(this.#bets));
    return signed instanceof SignedBatch ? signed.receipt(place) : signed.then((batch) => batch.receipt(place));
  }
}
