import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { percentile } from '../../server/load/percentile.ts';

/** Bytes of memory of this process apart from the young generation, whose size the command line sets. */
export function heldMemory(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return process.memoryUsage.rss() - (young?.physical_space_size ?? 0);
}

/** Frees what nothing refers to, so that memory that is held can be measured. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The median: half of the values are below, half above. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/**
 * Runs the contestants alternately, `repetitions` times, so that other load on the machine affects all of them alike.
 * Returns each contestant's results in order.
 */
export async function interleave<Name extends string, Result>(
  repetitions: number,
  contestants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const name of names) results[name].push(await contestants[name]());
  }
  return results;
}

/** Median of the repetitions' ratios: results adjacent in time are compared. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}

export interface Load {
  /** Calls answered per second. */
  rate: number;
  /** Median and 99th percentile of the latency, in milliseconds. */
  p50: number;
  p99: number;
  /** How many calls were answered while it was measured. */
  calls: number;
}

export interface LoadOptions {
  /** Number of concurrent calls. */
  concurrency: number;
  seconds: number;
  warmUpSeconds?: number;
  /** Called when the warm-up is over. */
  onWarm?: () => void;
}

/** Keeps `concurrency` calls in flight for a while, each with its index, and measures rate and latency. */
export async function underLoad(
  call: (index: number) => Promise<unknown>,
  { concurrency, seconds, warmUpSeconds = 1, onWarm }: LoadOptions,
): Promise<Load> {
  const latencies: number[] = [];
  let measuring = false;
  const over = new AbortController();
  const loops = Array.from({ length: concurrency }, async (_, index) => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await call(index);
      if (measuring) latencies.push(performance.now() - began);
    }
  });
  const failed = Promise.race(loops);
  await Promise.race([sleep(warmUpSeconds), failed]);
  onWarm?.();
  measuring = true;
  const began = performance.now();
  await Promise.race([sleep(seconds), failed]);
  const elapsed = (performance.now() - began) / 1_000;
  measuring = false;
  over.abort();
  await Promise.all(loops);
  return {
    rate: latencies.length / elapsed,
    p50: median(latencies),
    p99: percentile(latencies, 0.99),
    calls: latencies.length,
  };
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** Milliseconds, the median of several calls. */
export async function repeated(repetitions: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < repetitions; turn += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
