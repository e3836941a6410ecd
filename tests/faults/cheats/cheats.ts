import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';
import { pointOfRound } from '../../../server/platform/beacon/chain.ts';
import { writeLog } from './log.ts';
import { type BetLine, drawAgain, type Month, type Names, namesOf, payAt, publishBets, roundIn } from './month.ts';

export interface Cheat {
  name: string;
  /** What the server publishes instead: all that it can adapt agrees. */
  commit: (month: Month) => Month;
  /** Whether witnesses were shown the root only at the round's end. */
  rootIsLate?: true;
  /** What finds it, as `<gameId>: <check>`. */
  found: (names: Names) => string[];
}

const betsOf = ({ bets }: Month, gameId: string) => bets.filter((bet) => bet.gameId === gameId);

/** Servers whose files of a month alone show that they cheat. */
export const cheats: Cheat[] = [
  {
    name: 'another seed than the committed one',
    commit(month) {
      const round = roundIn(month);
      round.seed = 'ab'.repeat(32);
      drawAgain(round);
      return month;
    },
    // The next commitment is the seed that was committed to.
    found: ({ round, next }) => [`${round}: seed`, `${round}: timelock`, `${next}: follows`],
  },
  {
    name: 'another number than the drawn one',
    commit(month) {
      const round = roundIn(month);
      payAt(round, (round.winningNumber + 1) % 10);
      return month;
    },
    found: ({ round }) => [`${round}: number`],
  },
  {
    name: 'a dropped bet',
    commit(month) {
      const round = roundIn(month);
      publishBets(month, round, betsOf(month, round.gameId).toSpliced(1, 1));
      return month;
    },
    found: ({ round }) => [`${round}: root`],
  },
  {
    name: 'an added bet',
    commit(month) {
      const round = roundIn(month);
      const bets = betsOf(month, round.gameId);
      publishBets(month, round, [
        ...bets,
        ...bets.slice(-1).map((bet) => ({ ...bet, bet: bet.bet + 1, selection: round.winningNumber })),
      ]);
      return month;
    },
    found: ({ round }) => [`${round}: root`],
  },
  {
    name: 'an altered bet',
    commit(month) {
      const round = roundIn(month);
      const bets = betsOf(month, round.gameId).map((bet) => (bet.bet === 3 ? { ...bet, paise: bet.paise + 1 } : bet));
      publishBets(month, round, bets);
      return month;
    },
    found: ({ round }) => [`${round}: root`],
  },
  {
    name: 'a bet listed twice under a root that fits, which turns the profit rule',
    commit(month) {
      const round = roundIn(month);
      const bets = betsOf(month, round.gameId);
      publishBets(month, round, [...bets, ...bets.slice(-1)], { withRoot: true });
      drawAgain(round);
      return month;
    },
    found: ({ round }) => [`${round}: root`],
  },
  {
    name: 'bets out of their order, under the one of many roots that suits',
    commit(month) {
      const round = roundIn(month);
      publishBets(month, round, betsOf(month, round.gameId).toReversed(), { withRoot: true });
      drawAgain(round);
      return month;
    },
    found: ({ round }) => [`${round}: root`],
  },
  {
    name: 'a signature that is not the beacon’s',
    commit(month) {
      const round = roundIn(month);
      const forged = bls12_381.shortSignatures.sign(pointOfRound(round.beaconRound), Buffer.alloc(32, 0x23));
      round.beaconSignature = forged.toHex();
      round.beaconRandomness = createHash('sha256').update(forged.toBytes()).digest('hex');
      drawAgain(round);
      return month;
    },
    found: ({ round }) => [`${round}: beacon`, `${round}: timelock`],
  },
  {
    name: 'a withheld round',
    commit(month) {
      const { gameId } = roundIn(month);
      return {
        ...month,
        rounds: month.rounds.filter((one) => one.gameId !== gameId),
        bets: month.bets.filter((one) => one.gameId !== gameId),
      };
    },
    found: ({ next }) => [`${next}: follows`],
  },
  {
    name: 'payouts below the table',
    commit(month) {
      const round = roundIn(month);
      payAt(round, round.winningNumber);
      round.payouts = '0.01';
      return month;
    },
    found: ({ round }) => [`${round}: payouts`],
  },
  {
    name: 'a table of payouts below the promised one',
    commit(month) {
      const round = roundIn(month);
      round.payoutsByNumber = round.payoutsByNumber.map((amount) => (amount === '0.00' ? amount : '1.00'));
      payAt(round, round.winningNumber);
      return month;
    },
    found: ({ round }) => [`${round}: payouts`, `${round}: stakes`],
  },
  {
    name: 'a root after the beacon’s number',
    commit(month) {
      const round = roundIn(month);
      // Chosen among many by leaving bets out, so that the number suits; confirmed as soon as it was published.
      publishBets(month, round, betsOf(month, round.gameId).toSpliced(1, 1), { withRoot: true });
      drawAgain(round);
      return month;
    },
    rootIsLate: true,
    found: ({ round }) => [`${round}: witnessed`],
  },
  {
    name: 'a withheld number of the beacon',
    // The house has seen that it would lose.
    commit: (month) => makeVoid(month, { byOperator: false, reason: 'The public beacon gave no number in time.' }),
    found: ({ round }) => [`${round}: void`],
  },
  {
    name: 'a withheld number of the beacon, in the name of the witnesses that the round has not',
    commit(month) {
      const reason = 'The list of its bets was not confirmed by a majority of the witnesses before its end.';
      month.log = month.log.map((line) =>
        line.includes(`"type":"opened","gameId":"${roundIn(month).gameId}"`)
          ? line.replace(/"witnesses":\d+/, '"witnesses":null')
          : line,
      );
      return makeVoid(month, { byOperator: false, reason });
    },
    found: ({ round }) => [`${round}: void`],
  },
  {
    name: 'a number of the beacon that owners withhold, though it is published',
    commit(month) {
      const { beaconSignature, beaconRandomness } = roundIn(month);
      const ended = makeVoid(month, { byOperator: true, reason: 'The beacon’s number is lost', afterDays: 8 });
      Object.assign(roundIn(ended), { beaconSignature, beaconRandomness });
      return ended;
    },
    found: ({ round }) => [`${round}: void`],
  },
];

/** Publishes the round as void, and its entries in the log instead of its decision and payment. */
function makeVoid(
  month: Month,
  { byOperator, reason, afterDays = 0 }: { byOperator: boolean; reason: string; afterDays?: number },
): Month {
  const round = roundIn(month);
  const { gameId } = round;
  const voidedAt = new Date(Date.parse(round.endsAt) + 61_000 + afterDays * 86_400_000).toISOString();
  const entries = {
    decided: { v: 1, type: 'void', gameId, byOperator, reason, voidedAt },
    settled: { v: 1, type: 'refunded', gameId, settledAt: voidedAt },
  };
  month.log = month.log.map((line) => {
    const step = (['decided', 'settled'] as const).find((type) =>
      line.includes(`"type":"${type}","gameId":"${gameId}"`),
    );
    return step ? JSON.stringify(entries[step]) : line;
  });
  Object.assign(round, {
    state: 'VOID',
    decidedBy: null,
    wouldBeDecidedBy: 'DRAW',
    winningNumber: null,
    beaconSignature: null,
    beaconRandomness: null,
    stakes: null,
    payouts: null,
    voidReason: reason,
  });
  return month;
}

/** Servers whose log shows by itself, or beside the files, that they cheat. */
export const unlogged: Cheat[] = [
  {
    name: 'confirmations of a state before the root',
    commit(month) {
      const { round, ruled } = namesOf(month);
      const decisionOf = (gameId: string) =>
        month.log.find((line) => line.includes(`"type":"decided","gameId":"${gameId}"`)) ?? '{}';
      const { checkpoints } = JSON.parse(decisionOf(round)) as { checkpoints: string[] };
      const changed = JSON.stringify({ ...(JSON.parse(decisionOf(ruled)) as object), checkpoints });
      month.log = month.log.map((line) => (line === decisionOf(ruled) ? changed : line));
      writeLog(month);
      return month;
    },
    found: ({ ruled }) => [`${ruled}: witnessed`],
  },
  {
    name: 'files with another round than the log',
    commit(month) {
      const round = roundIn(month);
      publishBets(month, round, betsOf(month, round.gameId).toSpliced(1, 1), { withRoot: true });
      drawAgain(round);
      return month;
    },
    found: ({ round }) => [`${round}: log`],
  },
  {
    name: 'a log whose entries are not those that were signed',
    commit(month) {
      const round = roundIn(month);
      publishBets(month, round, betsOf(month, round.gameId).toSpliced(1, 1), { withRoot: true });
      drawAgain(round);
      const { log } = month;
      writeLog(month);
      // With the state that was signed before.
      month.log = [log[0] ?? '', ...month.log.slice(1)];
      return month;
    },
    found: () => ['the log: signed'],
  },
  {
    name: 'a second root of a round, hidden among the hashes of other games',
    commit: (month) => hideRoot(month),
    found: () => ['the log: hides'],
  },
  {
    name: 'a second root that another game’s file shows',
    commit(month) {
      const hash = hashOf(secondRootOf(month));
      const { others, ...hiding } = hideRoot(month);
      const shown = others.map((file) => file.replace(`"${hash}"`, secondRootOf(month)));
      return { ...hiding, others: shown };
    },
    found: () => ['the log: hides'],
  },
];

const secondRootOf = (month: Month) =>
  JSON.stringify({ v: 1, type: 'betsRoot', gameId: roundIn(month).gameId, betsRoot: 'ab'.repeat(32) });

const hashOf = (entry: string) => createHash('sha256').update('\0').update(entry).digest('base64');

/** The index of a file's first leaf. */
const firstOf = ([head = '{}']: readonly string[]) => (JSON.parse(head) as { first: number }).first;

/** Logs another root of a round after the first one, from which to choose once the beacon's number is known. */
function hideRoot(month: Month): Month {
  const root = month.log.findIndex((line) => line.includes(`"type":"betsRoot","gameId":"${roundIn(month).gameId}"`));
  const hidden = month.log.findIndex((line, at) => at > root && line.startsWith('"'));
  const hash = hashOf(secondRootOf(month));
  const index = firstOf(month.log) + hidden;
  month.log = month.log.with(hidden, `"${hash}"`);
  // The same leaf in the file of each game.
  month.others = month.others.map((file) => {
    const lines = file.split('\n');
    const at = index - firstOf(lines);
    return (at > 0 && at < lines.length - 1 ? lines.with(at, `"${hash}"`) : lines).join('\n');
  });
  writeLog(month);
  return month;
}

/** Servers whose files agree with each other: found by a player who has kept what they bet, from the bet numbered `bet`. */
export const hiddenCheats: { name: string; bet: number; commit: Cheat['commit'] }[] = [
  {
    name: 'a bet left out before the root is published',
    bet: 2,
    commit: (month) => serveOther(month, (bets) => bets.toSpliced(1, 1)),
  },
  {
    name: 'other data for the verifier than for the player',
    bet: 3,
    commit: (month) => serveOther(month, (bets) => bets.map((bet) => (bet.bet === 3 ? { ...bet, paise: 100 } : bet))),
  },
];

function serveOther(month: Month, change: (bets: BetLine[]) => BetLine[]): Month {
  const round = roundIn(month);
  publishBets(month, round, change(betsOf(month, round.gameId)), { withRoot: true });
  drawAgain(round);
  return month;
}
