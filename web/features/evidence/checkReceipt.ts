import { type BetReceipt, leafPlayer, readLeaf, receiptFault, type VerifyEd25519 } from '../../lib/betReceipt.ts';
import { BetsTree, type PublicBet } from '../../lib/verify/betsTree.ts';
import { hexOf } from '../../lib/verify/bytes.ts';
import type { KeptReceipt } from './keptReceipts.ts';

/** A round that is over, as it was published. */
export interface RoundOfReceipt {
  /** Hex; null of a round that became void without one. */
  readonly betsRoot: string | null;
  readonly bets: readonly PublicBet[];
  /** Numbers of the player's bets that were cancelled. */
  readonly cancelled: readonly number[];
}

/** Whether the receipt is right, and its bet is under the round's root with the same selection, stake and instant. */
export async function checkReceipt(
  receipt: BetReceipt,
  { betsRoot, bets, cancelled }: RoundOfReceipt,
  vkeys: readonly string[],
  verify: VerifyEd25519,
): Promise<KeptReceipt['state']> {
  if ((await receiptFault(receipt, vkeys, verify)) !== null) return 'wrong';
  if (betsRoot === null || cancelled.includes(receipt.number)) return 'over';
  const tree = new BetsTree(receipt.gameId);
  for (const bet of bets) tree.append(bet);
  if (hexOf(tree.root()) !== betsRoot) return 'wrong';
  const leaf = readLeaf(receipt.leaf);
  const own = bets.find(({ bet }) => bet === receipt.number);
  const isUnderRoot =
    leaf !== null &&
    own !== undefined &&
    own.selection === leaf.selection &&
    own.paise === leaf.paise &&
    own.receivedAt === leaf.receivedAt &&
    own.player === leafPlayer(receipt.leaf);
  return isUnderRoot ? 'right' : 'wrong';
}
