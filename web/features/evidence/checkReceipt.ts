import {
  type BetReceipt,
  type Inclusion,
  leadsTo,
  leafPlayer,
  readLeaf,
  receiptFault,
  type VerifyEd25519,
} from '../../lib/betReceipt.ts';
import { BetsTree, type PublicBet } from '../../lib/verify/betsTree.ts';
import { bytesOf, hexOf } from '../../lib/verify/bytes.ts';
import type { KeptReceipt } from './keptReceipts.ts';

/** All bets of the round. */
interface Bets {
  readonly bets: readonly PublicBet[];
}

/** Of a large round: the paths from the player's own bets to the root, by their numbers. */
interface OwnPaths {
  readonly paths: ReadonlyMap<number, Inclusion>;
}

/** A round that is over, as it was published. */
export interface RoundOfReceipt {
  /** Hex; null of a round that became void without one. */
  readonly betsRoot: string | null;
  readonly evidence: Bets | OwnPaths;
  /** Numbers of the player's bets that were cancelled. */
  readonly cancelled: readonly number[];
}

/** Whether the receipt is right, and its bet is under the round's root with the same selection, stake and instant. */
export async function checkReceipt(
  receipt: BetReceipt,
  { betsRoot, evidence, cancelled }: RoundOfReceipt,
  vkeys: readonly string[],
  verify: VerifyEd25519,
): Promise<KeptReceipt['state']> {
  if ((await receiptFault(receipt, vkeys, verify)) !== null) return 'wrong';
  if (betsRoot === null || cancelled.includes(receipt.number)) return 'over';
  const isUnderRoot =
    'paths' in evidence
      ? await isLedTo(betsRoot, receipt, evidence.paths.get(receipt.number))
      : isAmong(evidence.bets, betsRoot, receipt);
  return isUnderRoot ? 'right' : 'wrong';
}

/** Whether the bets give the root, and the receipt's is one of them. */
function isAmong(bets: readonly PublicBet[], betsRoot: string, receipt: BetReceipt): boolean {
  const tree = new BetsTree(receipt.gameId);
  for (const bet of bets) tree.append(bet);
  const leaf = readLeaf(receipt.leaf);
  const own = bets.find(({ bet }) => bet === receipt.number);
  return (
    hexOf(tree.root()) === betsRoot &&
    leaf !== null &&
    own !== undefined &&
    own.selection === leaf.selection &&
    own.paise === leaf.paise &&
    own.receivedAt === leaf.receivedAt &&
    own.player === leafPlayer(receipt.leaf)
  );
}

/** Whether the path leads from the receipt's leaf to the root. A bet that is not under it has none. */
async function isLedTo(betsRoot: string, { leaf }: BetReceipt, own: Inclusion | undefined): Promise<boolean> {
  return own !== undefined && (await leadsTo(bytesOf(betsRoot), leaf, own));
}
