import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRounds } from '../../../web/lib/verify/checkMonth.ts';
import { LogPartReader } from '../../../web/lib/verify/logPart.ts';
import { OtherGames } from '../../../web/lib/verify/otherGames.ts';
import { testChain } from '../../support/testBeacon.ts';
import { type Month, textOf } from './month.ts';
import type { Verifier } from './verifierOnce.ts';

/** Path of verify.py. */
export const verifier = new URL('../../../web/verify/verify.py', import.meta.url).pathname;
/** The beacon of the tests' rounds. */
export const chain = { publicKey: testChain.publicKey, genesis: testChain.genesisMs / 1_000, period: 3 };
export const python = (...args: string[]) => spawnSync('python3', args, { encoding: 'utf8' });
export const hasPython = python('--version').status === 0;
export const hasPairings = hasPython && python('-c', 'import py_ecc.optimized_bls12_381').status === 0;

// oxlint-disable-next-line typescript/require-await -- as files are read
export async function* lines<Line>(of: readonly Line[]): AsyncGenerator<Line> {
  yield* of;
}

type ForLog = Pick<Verifier, 'LogPartReader' | 'OtherGames'>;
export const readerOf = ({ log, others }: Month, by: ForLog = { LogPartReader, OtherGames }) =>
  new by.LogPartReader(lines(log), new by.OtherGames(others.map((file) => lines(file.split('\n').filter(Boolean)))));
/** What the verifier of the browser finds: `<gameId>: <step>`. */
export async function foundInBrowser(
  month: Month,
  by: Verifier = { checkRounds, LogPartReader, OtherGames },
): Promise<string[]> {
  const found: string[] = [];
  const log = readerOf(month, by);
  try {
    const atHand = { chain, log };
    for await (const { round, follows, checks, logged } of by.checkRounds(
      lines(month.rounds),
      lines(month.bets),
      atHand,
    )) {
      const all = { follows, ...checks, ...logged };
      found.push(
        ...Object.entries(all).flatMap(([step, holds]) => (holds === false ? [`${round.gameId}: ${step}`] : [])),
      );
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StrayBets')) throw error;
    found.push(`${error.message}: follows`);
  }
  const { isSigned, shownBy, late } = await log.finish();
  if (!isSigned) found.push('the log: signed');
  if (shownBy?.none !== 0) found.push('the log: hides');
  return [...found, ...late.map((gameId) => `${gameId}: log`)];
}

export interface FoundByPython {
  found: string[];
  status: number | null;
  last: string;
}

export function foundIn(output: string[]): Pick<FoundByPython, 'found' | 'last'> {
  const found = output.flatMap((line) => /^sapreOne-\d{12}: \w+|^malformed/.exec(line) ?? []);
  const told = output.filter((line) => line.endsWith('is NOT that of these') || / [1-9]\d* of NO game$/.test(line));
  found.push(...told.map((line) => (line.startsWith('log ') ? 'the log: signed' : 'the log: hides')));
  return { found, last: output.at(-1) ?? '' };
}

/** What verify.py finds, and its exit code, run as web/verify/README.md has it. `folder`: where the month's files are written. */
export function foundByPython(of: Month, folder: string): FoundByPython {
  const { rounds: roundsText, bets: betsText, log: logText, others: otherTexts } = textOf(of);
  const [rounds = '', bets = '', log = '', ...others] = [roundsText, betsText, logText, ...otherTexts].map(
    (text, at) => {
      const path = join(folder, `${at}.jsonl`);
      writeFileSync(path, text);
      return path;
    },
  );
  const files = [rounds, bets, '--log', log, ...(others.length > 0 ? ['--others', ...others] : [])];
  const { stdout, stderr, status } = python(verifier, ...files, '--beacon-key', testChain.publicKey);
  if (stderr !== '') throw new Error(stderr);
  return { status, ...foundIn(stdout.trimEnd().split('\n')) };
}
