import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MachineClock } from '../../../server/platform/machineClock.ts';
import { RateLimiter } from '../../../server/platform/rateLimiter.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const CALLS = 200_000;
const CALLERS = 10_000;
const PER_MINUTE = 3_000;

/** One counted call of one of many callers, within its limit. */
export function rateLimit(bench: Bench): Promise<Finding[]> {
  const ours = new RateLimiter(new MachineClock(), PER_MINUTE);
  const library = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 });
  const names = Array.from({ length: CALLERS }, (_, at) => String(at));
  const nameOf = (at: number) => names[at % CALLERS] as string;
  return compare(bench, {
    what: 'a counted call',
    library: 'rate-limiter-flexible',
    unit: 'µs',
    goal: 1,
    ours: () =>
      cpuEach(CALLS, () => {
        for (let at = 0; at < CALLS; at += 1) ours.take(nameOf(at));
      }),
    theirs: () =>
      cpuEach(CALLS, async () => {
        for (let at = 0; at < CALLS; at += 1) await library.consume(nameOf(at));
      }),
  });
}
