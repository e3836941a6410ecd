import { signNote, type Signer } from '../../platform/tlog/note.ts';
import { PathTree } from '../contests/pathTree.ts';
import type { IssuedReceipt, NumberedBet, Receipt } from '../ground/rounds/receiptIssuer.ts';
import type { LeafWriter } from './leafWriter.ts';

/** A bet with its player's UID and the writer of its contest's leaves. */
export interface BetOfBatch {
  bet: NumberedBet;
  uid: string;
  writer: LeafWriter;
}

type Unsigned = Omit<Receipt, 'path' | 'note'>;

/** One tree over the leaves of bets, with one signature, and the receipts of its bets. */
export class SignedBatch {
  /** Of each bet, without path and note. */
  readonly #receipts: Unsigned[] = [];
  readonly #tree: PathTree;
  readonly #note: string;
  /** The note as encoded receipts have it: its lines and the signature, without spaces of their own. */
  readonly #encodedNote: string;
  #encodedPaths: readonly string[] | undefined;

  constructor(bets: readonly BetOfBatch[], signer: Signer, now: Date) {
    const hashes: string[] = [];
    for (const [place, { bet, uid, writer }] of bets.entries()) {
      const { salt, leaf, hash } = writer.write(bet, uid);
      this.#receipts.push({ gameId: writer.gameId, number: bet.number, uid, salt, leaf, place });
      hashes.push(hash);
    }
    this.#tree = new PathTree(hashes);
    const gameIds = new Set(bets.map(({ writer }) => writer.gameId));
    // What it is, the key's name, the size of the batch, its root, the instant, and its contests.
    const head = ['colour-receipts/1', signer.name, String(this.#tree.size), this.#tree.root(), now.toISOString()];
    const lines = [...head, ...gameIds];
    this.#note = signNote(`${lines.join('\n')}\n`, signer);
    const signature = this.#note.slice(this.#note.lastIndexOf(' ') + 1, -1);
    this.#encodedNote = [...lines, signature].join(' ');
  }

  /** Of the bet at this place, from 0. */
  receipt(place: number): IssuedReceipt {
    let fields: Receipt | undefined;
    return { fields: () => (fields ??= this.#fields(place)), encoded: () => this.#encoded(place) };
  }

  #fields(place: number): Receipt {
    return { path: this.#tree.path(place), note: this.#note, ...(this.#receipts[place] as Unsigned) };
  }

  #encoded(place: number): string {
    const { gameId, number, uid, salt, leaf } = this.#receipts[place] as Unsigned;
    this.#encodedPaths ??= this.#tree.joinedPaths(',');
    return `colour-receipt/1 ${gameId} ${number} ${uid} ${salt} ${leaf} ${place} ${this.#encodedPaths[place]} ${this.#encodedNote}`;
  }
}
