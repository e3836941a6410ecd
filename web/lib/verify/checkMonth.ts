import { type BeaconChain, fromBeacon } from './beacon.ts';
import type { PublicBet } from './betsTree.ts';
import { checkRound, type RoundResult } from './checkRound.ts';
import type { LogChecks } from './loggedRound.ts';
import type { LogPartReader } from './logPart.ts';
import { betOf, type PublicRound, roundOf } from './publicRound.ts';
import { Tally } from './tally.ts';

export interface CheckedRound extends RoundResult {
  readonly round: PublicRound;
  /**
   * Whether it follows the round before it in the file: none is left out, and its commitment is that round's seed. Null of the
   * first, and where a new chain begins whose name is not that of its first seed.
   */
  readonly follows: boolean | null;
  /** Against the public log, where it is at hand. */
  readonly logged: LogChecks;
}

/** Rounds whose beacons are verified together. */
const atOnce = 64;

/** Bets without their round. */
export class StrayBets extends Error {
  override name = 'StrayBets';
}

/**
 * Checks the rounds of a game one by one, from parsed lines of its files in their order. `bets` and `log`: null where they are
 * not at hand. Throws a TypeError for a line that is none, naming it, and StrayBets for bets of a round that the file of rounds
 * lacks.
 */
export async function* checkRounds(
  rounds: AsyncIterable<unknown>,
  bets: AsyncIterable<unknown> | null,
  { chain, log }: { chain: BeaconChain; log: LogPartReader | null },
): AsyncGenerator<CheckedRound> {
  const reader = bets && new BetReader(numbered(bets, betOf));
  let last: PublicRound | null = null;
  for await (const batch of batched(numbered(rounds, roundOf))) {
    const signed = fromBeacon(chain, batch);
    for (const round of batch) {
      const tally = await tallyOf(round, reader);
      const result = await checkRound(round, tally, signed.has(round));
      yield { round, follows: isNext(round, last), logged: (await log?.check(round)) ?? {}, ...result };
      last = round;
    }
  }
  await reader?.mustBeEmpty();
}

/** Also those before a line that is none, which is then thrown. */
async function* batched<Line>(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let failed: { readonly error: unknown } | null = null;
  try {
    for await (const line of lines) {
      if (batch.push(line) < atOnce) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    failed = { error };
  }
  if (batch.length > 0) yield batch;
  if (failed) throw failed.error;
}

/** A round without bets needs no file of bets; the bets of one that waits for the beacon are not public yet. */
async function tallyOf(round: PublicRound, reader: BetReader | null): Promise<Tally | null> {
  if (round.state === 'CLOSED') return null;
  if (reader) return reader.tallyOf(round.gameId);
  return round.bets === 0 ? new Tally(round.gameId) : null;
}

function isNext(round: PublicRound, last: PublicRound | null): boolean | null {
  const { chainId, chainIndex, commitment, number } = round;
  const [, anchor = ''] = chainId.split('-');
  // A chain is named after its first commitment.
  const begins = chainIndex === 1 && commitment.startsWith(anchor) && anchor.length === 16;
  if (last === null) return chainIndex === 1 ? begins : null;
  if (number !== last.number + 1) return false;
  if (chainId !== last.chainId) return begins;
  return chainIndex === last.chainIndex + 1 && commitment === last.seed;
}

async function* numbered<Line>(lines: AsyncIterable<unknown>, read: (line: unknown) => Line): AsyncGenerator<Line> {
  let line = 0;
  for await (const value of lines) {
    line += 1;
    try {
      yield read(value);
    } catch (error) {
      if (error instanceof TypeError) throw new TypeError(`line ${line}: ${error.message}`, { cause: error });
      throw error;
    }
  }
}

/** Bets in the order of their rounds; holds one at a time. */
class BetReader {
  readonly #bets: AsyncIterator<PublicBet>;
  #next: PublicBet | null = null;
  #begun = false;

  constructor(bets: AsyncGenerator<PublicBet>) {
    this.#bets = bets;
  }

  async tallyOf(gameId: string): Promise<Tally> {
    const tally = new Tally(gameId);
    if (!this.#begun) await this.#advance();
    // Names of a game's rounds ascend.
    if (this.#next !== null && this.#next.gameId < gameId) await this.mustBeEmpty();
    while (this.#next?.gameId === gameId) {
      tally.add(this.#next);
      await this.#advance();
    }
    return tally;
  }

  async mustBeEmpty(): Promise<void> {
    if (!this.#begun) await this.#advance();
    if (this.#next !== null) throw new StrayBets(this.#next.gameId);
  }

  async #advance(): Promise<void> {
    this.#begun = true;
    const { value, done } = await this.#bets.next();
    this.#next = done === true ? null : value;
  }
}
