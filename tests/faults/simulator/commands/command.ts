import type fc from 'fast-check';
import type { PossibleStates } from '../possibleStates.ts';
import type { History } from '../history.ts';

/** A step of a history. Always possible: where it doesn't apply, it does nothing. */
export abstract class SimulatorCommand implements fc.AsyncCommand<PossibleStates, History> {
  check(): boolean {
    return true;
  }

  async run(_states: PossibleStates, history: History): Promise<void> {
    history.tally.commands += 1;
    await this.play(history);
  }

  protected abstract play(history: History): Promise<void>;
  abstract toString(): string;
}
