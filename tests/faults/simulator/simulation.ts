import fc from 'fast-check';
import type { PossibleStates } from './possibleStates.ts';
import { faultsOfBooks } from './books.ts';
import { repeatCommands } from './commands/repeats.ts';
import { requestCommands } from './commands/requests.ts';
import { faultCommands, killCommands } from './commands/faults.ts';
import { timeCommands } from './commands/time.ts';
import { finish } from './finish.ts';
import { emptyTally, History, type Tally } from './history.ts';
import { World } from './world.ts';

/** The books are checked after every history: a database is replaced before that takes long. */
const HISTORIES_PER_WORLD = 50;

export interface SimulationOptions {
  readonly seed: number;
  /** Of a failure: which history, how it was shrunk, and which of its commands ran. */
  readonly path?: string | undefined;
  readonly histories: number;
  /** Commands in the longest of them. */
  readonly maxCommands: number;
  /** Percentage of histories in which servers are killed, which takes seconds. */
  readonly killPercent: number;
  /** Failures after which shrinking stops. */
  readonly maxFailures?: number;
  /** Called with the error and the history whenever one fails, also while shrinking. */
  readonly onFailure?: (error: unknown, history: string) => void;
}

/** Runs histories. Their worlds are reused from one run to the next. */
export class Simulation {
  readonly tally: Tally = emptyTally();
  #world: World | undefined;

  /** Null, or a description of the shortest failing history, and how to replay it. */
  async run({
    seed,
    path,
    histories,
    maxFailures = 200,
    onFailure,
    ...kinds
  }: SimulationOptions): Promise<string | null> {
    const [at, replayPath] = path?.split('@') ?? [];
    let failures = 0;
    const property = fc.asyncProperty(commandsOf(kinds, replayPath), async (commands) => {
      if (failures > maxFailures) return;
      try {
        await this.#play(commands);
      } catch (error) {
        failures += 1;
        if (error instanceof Error) error.stack = withLog(error, this.#world);
        onFailure?.(error, fc.stringify(commands));
        if (!(await this.#isHealthy())) await this.#leaveWorld();
        throw error;
      }
    });
    const details = await fc.check(property, { seed, numRuns: histories, ...(at !== undefined && { path: at }) });
    return details.failed ? report(details) : null;
  }

  /** Stops the servers and drops the database. */
  close(): Promise<void> {
    return this.#leaveWorld();
  }

  async #play(commands: Iterable<fc.AsyncCommand<PossibleStates, History>>): Promise<void> {
    if (this.#world && this.#world.histories >= HISTORIES_PER_WORLD) await this.#leaveWorld();
    this.#world ??= await World.open();
    const history = await History.begin(this.#world, this.tally);
    await fc.asyncModelRun(() => ({ model: history.possibleStates, real: history }), commands);
    await finish(history);
    this.tally.histories += 1;
  }

  /** Whether a failure has left nothing behind that could affect another history; a new world takes seconds. */
  async #isHealthy(): Promise<boolean> {
    const world = this.#world;
    if (!world) return true;
    world.disarm();
    try {
      return (await world.playOn()) && (await faultsOfBooks(world.database)).length === 0;
    } catch {
      return false;
    }
  }

  async #leaveWorld(): Promise<void> {
    const world = this.#world;
    this.#world = undefined;
    await world?.close();
  }
}

/** The error's stack, with what the servers have logged last. */
function withLog(error: Error, world: World | undefined): string {
  return [error.stack ?? error.message, 'The last errors that the servers have logged:', ...(world?.errors ?? [])].join(
    '\n',
  );
}

type Kinds = Pick<SimulationOptions, 'maxCommands' | 'killPercent'>;

function commandsOf({ maxCommands, killPercent }: Kinds, replayPath: string | undefined) {
  const replay = replayPath === undefined ? {} : { replayPath };
  const limits = { maxCommands: maxCommands, size: 'max' as const, ...replay };
  const usual = [...requestCommands, ...repeatCommands, ...timeCommands, ...faultCommands];
  return fc.oneof(
    { weight: 100 - killPercent, arbitrary: fc.noBias(fc.commands(usual, limits)) },
    { weight: killPercent, arbitrary: fc.noBias(fc.commands([...usual, ...killCommands], limits)) },
  );
}

type Failure = fc.RunDetails<[Iterable<fc.AsyncCommand<PossibleStates, History>>]>;

function report({ seed, counterexample, counterexamplePath, errorInstance, numShrinks }: Failure): string {
  const printed = fc.stringify(counterexample?.[0]);
  const replayPath = /replayPath="([^"]*)"/.exec(printed)?.[1] ?? '';
  const commands = printed.replace(/\s*\/\*replayPath=.*\*\//, '');
  return [
    `After ${numShrinks} shrinks, this history still fails:`,
    ...commands.split(/,(?=[a-z])/i).map((command) => `  ${command}`),
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance),
    'Replay it:',
    `  npm run soak -- --seed ${seed} --path '${counterexamplePath}@${replayPath}'`,
  ].join('\n');
}
