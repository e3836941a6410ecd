import { availableParallelism } from 'node:os';
import type { CellAnswer, CellSetup } from './cell.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atLeast, measured } from './report.ts';

const CORES = [0, 1] as const;

export const cells: BenchPart = {
  name: 'cells',
  about:
    'Two cells, each a PostgreSQL of its own with 20,000 players, its three rounds and a process that places their bets ' +
    'through the verb `placeBet`, 256 at a time; everything of a cell is pinned to one core. One alone at a time, then ' +
    'both at once. What they still share is memory, caches, disk and kernel (db/README.md, "After one primary").',
  async run(bench) {
    if (availableParallelism() < CORES.length) throw new Error('cells need a core each: this machine has one');
    const open: OwnProcess[] = [];
    try {
      for (const core of CORES) open.push(await startProcess('./cell.ts', { core } satisfies CellSetup));
      const [first, second] = open.map((cell) => async () => (await cell.ask<CellAnswer>('bet')).rate);
      if (!first || !second) throw new Error('there is no cell');
      const runs = await interleave(bench.repetitions, {
        first,
        second,
        both: async () => {
          const rates = await Promise.all([first(), second()]);
          return rates[0] + rates[1];
        },
      });
      const alone = runs.first.map((rate, at) => rate + (runs.second[at] ?? Number.NaN));
      return [
        atLeast('bets/s of two cells at once, against twice that of one alone', ratioOf(runs.both, alone), 0.9),
        measured('bets/s of one cell alone, on one core', median(alone) / CORES.length, 'bets/s'),
        measured('bets/s of both at once', median(runs.both), 'bets/s'),
      ];
    } finally {
      for (const cell of open) await cell.stop();
    }
  },
};
