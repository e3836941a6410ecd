import { checkpointText, cosign, signerOf, signNote } from '../../server/platform/tlog/note.ts';
import { leafHash } from '../../web/lib/verify/merkle.ts';
import type { RoundLine } from '../faults/cheats/month.ts';
import { witnessSigner } from '../support/testWitness.ts';
import { TreeHash } from '../support/treeHash.ts';

const signer = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
const witnesses = [1, 2, 3].map(witnessSigner);

/** Entries of the other games for each round of a minute: two rounds of half a minute, and a third of one of three minutes. */
const OTHERS = { sapreHalf: 12, sapreThree: 2 };
type OtherGame = keyof typeof OTHERS;

/** The lines of the log's files of a game and of the other two. */
export interface PublicLog {
  log: string[];
  others: Record<OtherGame, string[]>;
}

/** The log of these rounds, whose roots three witnesses confirmed two seconds before their ends. */
export function publicLog(rounds: readonly RoundLine[]): PublicLog {
  const log = new WrittenLog();
  log.add(null, { type: 'witnesses', id: 1, vkeys: witnesses.map(({ vkey }) => vkey), needed: 2 });
  for (const [at, round] of rounds.entries()) {
    addRound(log, round);
    for (const [game, count] of Object.entries(OTHERS) as [OtherGame, number][])
      for (let entry = 0; entry < count; entry += 1)
        log.add(game, { type: 'betsRoot', gameId: `${game}-${at}`, entry });
  }
  return log.files();
}

function addRound(log: WrittenLog, round: RoundLine): void {
  const { gameId, number, startsAt, evaluationTime, endsAt, drawVersion, chainId, chainIndex, commitment } = round;
  const { beaconRound, beaconSignature, timelock, betsRoot, seed, decidedBy, winningNumber } = round;
  const { bets, stakes, payouts, payoutsByNumber } = round;
  const opened = {
    number,
    startsAt,
    evaluationTime,
    endsAt,
    drawVersion,
    chainId,
    chainIndex,
    commitment,
    beaconRound,
  };
  const add = (type: string, values: object) => log.add('sapreOne', { type, gameId, ...values });
  add('opened', { ...opened, randomize: true, profitabilityLevel: 5, ruleVersion: 2, payoutTable: 1, witnesses: 1 });
  add('timelock', { timelock });
  add('betsRoot', { betsRoot });
  const checkpoints = [log.confirmed(Date.parse(endsAt) / 1_000 - 2)];
  const decided = {
    decidedBy,
    winningNumber,
    seed,
    betsRoot,
    beaconRound,
    beaconSignature,
    bets,
    stakes,
    payoutsByNumber,
  };
  add('seed', { seed });
  add('decided', { ...decided, reason: null, checkpoints });
  add('settled', { stakes, payouts });
}

class WrittenLog {
  readonly #tree = new TreeHash();
  readonly #log: string[] = [];
  readonly #others: Record<OtherGame, string[]> = { sapreHalf: [], sapreThree: [] };
  #size = 0;

  /** Null: an entry of no game. */
  add(game: OtherGame | 'sapreOne' | null, values: object): void {
    const entry = JSON.stringify({ v: 1, ...values });
    const hash = `"${Buffer.from(leafHash(Buffer.from(entry))).toString('base64')}"`;
    this.#tree.append(Buffer.from(entry));
    this.#size += 1;
    const lineFor = (file: string) => (game === null || game === file ? entry : hash);
    this.#log.push(lineFor('sapreOne'));
    this.#others.sapreHalf.push(lineFor('sapreHalf'));
    this.#others.sapreThree.push(lineFor('sapreThree'));
  }

  /** The log's state, confirmed by the witnesses at an instant. */
  confirmed(seconds: number): string {
    const text = checkpointText({ origin: signer.name, size: this.#size, root: this.#tree.root() });
    return signNote(text, signer) + witnesses.map((witness) => cosign(text, witness, seconds)).join('');
  }

  files(): PublicLog {
    const text = checkpointText({ origin: signer.name, size: this.#size, root: this.#tree.root() });
    const head = { v: 1, checkpoint: signNote(text, signer), vkey: signer.vkey, first: 0, last: this.#size };
    const first = JSON.stringify({ ...head, before: [], after: [], earlier: [] });
    const { sapreHalf, sapreThree } = this.#others;
    return {
      log: [first, ...this.#log],
      others: { sapreHalf: [first, ...sapreHalf], sapreThree: [first, ...sapreThree] },
    };
  }
}
