/**
 * `npm run soak -- --minutes N [--seed S]`: runs random histories for N minutes. Stops at the first failure, prints the
 * command that replays it, `npm run soak -- --seed S --path P`, and exits with status 1.
 */
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../../support/postgres.ts';
import { Simulation } from './simulation.ts';

const HISTORIES = { histories: 10, maxCommands: 40, killPercent: 20 };

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' }, path: { type: 'string' } },
});
const minutes = positive('minutes', values.minutes);
const firstSeed = values.seed === undefined ? Date.now() % 1_000_000_007 : positive('seed', values.seed);

const began = performance.now();
const stopPostgres = await startTestPostgres();
const simulation = new Simulation();
let isStopping = false;
console.log(`Seed ${firstSeed}`);

/** Ends everything that was started here, children by their own process ids. */
async function end(status: number): Promise<never> {
  isStopping = true;
  await simulation.close().catch(() => {});
  await stopPostgres();
  process.exit(status);
}
process.on('SIGINT', () => void end(130));
process.on('SIGTERM', () => void end(143));

let seed = firstSeed;
for (; !isStopping; seed++) {
  const failure = await simulation.run({ ...HISTORIES, seed, path: values.path, onFailure });
  if (isStopping) break;
  console.log(progress());
  if (failure !== null) {
    console.error(failure);
    await end(1);
  }
  if (values.path !== undefined || performance.now() - began >= minutes * 60_000) {
    console.log('Every history went as the model says.');
    await end(0);
  }
}

/**
 * Shrinking a history takes a while: each failure is printed, in case the run is stopped before the shortest is found.
 */
function onFailure(error: unknown, history: string): void {
  if (isStopping) return;
  console.log(
    `A history of seed ${seed} failed; looking for a shorter one. ${progress()}\n${String(error)}\n  ${history}`,
  );
}

function progress(): string {
  const { histories, commands, faults } = simulation.tally;
  const kinds = Object.entries(faults)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${kind} ${count}`);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  return `${histories} histories, ${commands} commands in ${seconds} s (${megabytes} MiB); faults: ${kinds.join(', ')}`;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}
