import { checkpointText, cosign, signerOf, signNote } from '../../server/platform/tlog/note.ts';
import { TileTree } from '../../server/platform/tlog/proofs.ts';
import { leafHash } from '../../web/lib/verify/merkle.ts';
import type { RoundLine } from '../faults/cheats/month.ts';
import { publishedRound } from './publishedRound.ts';
import { witnessSigner } from './testWitness.ts';

const log = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
const witnesses = [1, 2, 3].map(witnessSigner);

export type Entry = Record<string, unknown>;
const treeOf = (entries: readonly string[]) =>
  new TileTree(entries.length, () => Promise.resolve(Buffer.concat(entries.map((one) => leafHash(Buffer.from(one))))));

/** A state of the log, signed, and confirmed by some witnesses at an instant. */
async function stateWith(entries: readonly string[], seconds: number, by = 3): Promise<string> {
  const text = checkpointText({ origin: log.name, size: entries.length, root: await treeOf(entries).root() });
  return (
    signNote(text, log) +
    witnesses
      .slice(0, by)
      .map((one) => cosign(text, one, seconds))
      .join('')
  );
}

interface Options {
  /** Another than the published one. */
  round?: RoundLine;
  /** When witnesses confirmed the root, against the end in seconds; how many; how many entries the state had. */
  at?: number;
  by?: number;
  size?: number;
  change?: (entries: Entry[]) => Entry[];
}

/** What a log of seven entries answers about the published round, which two of three witnesses confirmed in time. */
export async function provenRound({ at = -2, by = 2, size = 4, change = (entries) => entries, ...of }: Options = {}) {
  const round: RoundLine = of.round ?? (await publishedRound());
  const end = Date.parse(round.endsAt) / 1_000;
  const { gameId, seed, betsRoot, timelock, beaconRound, commitment, drawVersion, endsAt, stakes, payouts } = round;
  const { winningNumber, decidedBy, beaconSignature, payoutsByNumber, bets } = round;
  const { number, chainId, chainIndex, startsAt, evaluationTime } = round;
  const opened = { gameId, number, startsAt, evaluationTime, endsAt, drawVersion, chainId, chainIndex, commitment };
  const before: Entry[] = [
    { v: 1, type: 'witnesses', id: 5, vkeys: witnesses.map(({ vkey }) => vkey), needed: 2 },
    { v: 1, type: 'opened', ...opened, beaconRound, randomize: true, witnesses: 5 },
    { v: 1, type: 'timelock', gameId, timelock },
    { v: 1, type: 'betsRoot', gameId, betsRoot },
  ];
  const texts = (entries: readonly Entry[]) => entries.map((entry) => JSON.stringify(entry));
  const confirmed = await stateWith(texts(before).slice(0, size), end + at, by);
  const drawn = { winningNumber, decidedBy, seed, betsRoot, beaconRound, beaconSignature };
  const decided = { ...drawn, bets, stakes, payoutsByNumber, reason: null };
  const after: Entry[] = [
    { v: 1, type: 'seed', gameId, seed },
    { v: 1, type: 'decided', gameId, ...decided, checkpoints: [confirmed] },
    { v: 1, type: 'settled', gameId, stakes, payouts },
  ];
  const entries = texts(change([...before, ...after]));
  const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));
  const proven = entries.map(async (entry, index) => ({
    index,
    entry,
    path: base64(await treeOf(entries).inclusion(index)),
  }));
  return {
    checkpoint: await stateWith(entries, end + 5, 1),
    vkey: log.vkey,
    entries: await Promise.all(proven),
    confirmed: [base64(size > 3 ? await treeOf(entries.slice(0, size)).inclusion(3) : [])],
  };
}

/** That log as the file of its game's month: its first line, then the entries. */
export async function provenLogPart(): Promise<string> {
  const { checkpoint, vkey, entries } = await provenRound();
  const head = { v: 1, checkpoint, vkey, first: 0, last: entries.length, before: [], after: [], earlier: [] };
  return [JSON.stringify(head), ...entries.map(({ entry }) => entry)].map((line) => `${line}\n`).join('');
}
