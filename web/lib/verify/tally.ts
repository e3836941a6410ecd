import { BetsTree, type PublicBet } from './betsTree.ts';

/** What bets return, stake included, in ten-thousandths of the stake. */
const exactNumber = 96_000n;
const violet = 48_000n;
const colorAlone = 20_000n;
const colorShared = 16_000n;

/** By the product's one table: 0 and 5 are violet and another colour. */
function returnOf(selection: number, number: number): bigint {
  const isShared = number % 5 === 0;
  if (selection < 10) return selection === number ? exactNumber : 0n;
  if (selection === 11) return isShared ? violet : 0n;
  const wins = (selection === 10) === (number % 2 === 0);
  return wins ? (isShared ? colorShared : colorAlone) : 0n;
}

/** What a bet pays at a number, in paise, rounded down. */
export function payoutOf({ selection, paise }: Pick<PublicBet, 'selection' | 'paise'>, number: number): bigint {
  return (BigInt(paise) * returnOf(selection, number)) / 10_000n;
}

/** The bets of a round, added up as they arrive: their root, stakes and payouts. */
export class Tally {
  readonly #tree: BetsTree;
  /** By selection, in paise. */
  readonly stakes = Array.from({ length: 13 }, () => 0n);
  /** What would be paid at each number, in paise. */
  readonly payouts = Array.from({ length: 10 }, () => 0n);
  /** Whether the numbers of the bets ascend, so that none is there twice. */
  isInOrder = true;
  #last = 0;

  constructor(gameId: string) {
    this.#tree = new BetsTree(gameId);
  }

  get bets(): number {
    return this.#tree.size;
  }

  get staked(): bigint {
    return this.stakes.reduce((sum, stake) => sum + stake, 0n);
  }

  add(bet: PublicBet): void {
    this.#tree.append(bet);
    this.isInOrder &&= bet.bet > this.#last;
    this.#last = bet.bet;
    this.stakes[bet.selection] = (this.stakes[bet.selection] ?? 0n) + BigInt(bet.paise);
    for (const number of this.payouts.keys())
      this.payouts[number] = (this.payouts[number] ?? 0n) + payoutOf(bet, number);
  }

  root(): Uint8Array {
    return this.#tree.root();
  }
}
