/** Where a bet is under its round's root. Hashes are base64. */
export interface BetPath {
  /** Of the bet in its contest, from 1. */
  number: number;
  /** Of the leaf, from 0. */
  place: number;
  /** How many leaves there are. */
  size: number;
  /** RFC 6962's path from the leaf to the round's root. */
  path: string[];
}

/** The port that has the trees of decided rounds. */
export interface RoundTrees {
  /** The paths of these bets; none of those that aren't under the root. Null where the bets aren't kept here any more. */
  paths(contest: { id: bigint; gameId: string }, numbers: readonly number[]): Promise<BetPath[] | null>;
}
