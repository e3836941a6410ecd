import { interleave, median, ratioOf } from '../measure.ts';
import type { Bench } from '../part.ts';
import { atMost, type Finding, measured } from '../report.ts';

/** One run of a part, and of the library that could replace it; returns the cost of one call, in `unit`. */
export interface Comparison {
  what: string;
  library: string;
  unit: string;
  ours(): Promise<number> | number;
  theirs(): Promise<number> | number;
  /** The most that ours may cost, against the library. Without it the rows are informative. */
  goal?: number;
}

/** The cost of a part against that of its library: interleaved, after a run of each that warms up. */
export async function compare(
  bench: Bench,
  { what, library, unit, ours, theirs, goal }: Comparison,
): Promise<Finding[]> {
  bench.say(what);
  await theirs();
  await ours();
  const costs = await interleave(bench.repetitions, { ours: async () => ours(), theirs: async () => theirs() });
  const ratio = ratioOf(costs.ours, costs.theirs);
  const title = `${what}: ours, against ${library}`;
  return [
    goal === undefined ? measured(title, ratio, '×') : atMost(title, ratio, goal, '×'),
    measured(`${what}: ours`, median(costs.ours), unit),
    measured(`${what}: ${library}`, median(costs.theirs), unit),
  ];
}

/**
 * CPU time of one call in microseconds, where `work` makes `calls` of them. Of this process alone, so that other load on
 * the machine hardly counts.
 */
export async function cpuEach(calls: number, work: () => Promise<unknown> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
