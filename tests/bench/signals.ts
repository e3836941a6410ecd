import { auditSignals } from '../support/world/signalQuality.ts';
import { openDomain } from '../support/domain.ts';
import { writeCrowd } from '../support/world/crowd.ts';
import { detectSignals } from '../../server/domain/signals/detectSignals.ts';
import { median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { atLeastPercent, atMost, type Finding, measured } from './report.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PLAYERS = 10_000;
const RINGS = 50;
/** A run every ten minutes may take a small part of them. */
const GOAL_SECONDS = 30;
const SEEDS = [11, 23, 47];

export const signals: BenchPart = {
  name: 'signals',
  about:
    'Signs of fraud in a crowd of 10,000 players with 50 rings of 3 to 12 accounts, some with one that takes no part, three crowds: of the accounts that are ' +
    'likely fraud by the signals, how many belong to a ring (precision), and how many of the accounts of rings are among them ' +
    '(recall). The medians, and by kind of ring.',
  run: async (bench) => {
    const runs: Awaited<ReturnType<typeof detectIn>>[] = [];
    for (const seed of SEEDS) runs.push(await detectIn(bench, seed));
    const kinds = [...new Set(runs.flatMap(({ recallByKind }) => [...recallByKind.keys()]))];
    return [
      atLeastPercent('precision, by account', 100 * median(runs.map(({ precision }) => precision)), 90),
      atLeastPercent('recall, by account', 100 * median(runs.map(({ recall }) => recall)), 80),
      atMost('time of a run', median(runs.map(({ seconds }) => seconds)), GOAL_SECONDS, 's'),
      ...kinds.map((kind): Finding =>
        measured(`recall of ${kind}`, 100 * median(runs.map(({ recallByKind }) => recallByKind.get(kind) ?? 0)), '%'),
      ),
      measured('accounts that are likely fraud', median(runs.map(({ flagged }) => flagged)), ''),
    ];
  },
};

async function detectIn(bench: Bench, seed: number) {
  const database = await bench.postgres.createDatabase(`signals_${seed}`);
  try {
    const domain = openDomain(database, new Date(NOW).toISOString());
    bench.say(`writing the crowd of seed ${seed}`);
    const crowd = await writeCrowd(database, { players: PLAYERS, rings: RINGS, seed, now: NOW });
    const began = performance.now();
    await detectSignals(domain.as({ kind: 'system' }));
    const seconds = (performance.now() - began) / 1_000;
    return { seconds, ...(await auditSignals(database, crowd)) };
  } finally {
    await database.close();
  }
}
