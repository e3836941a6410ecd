import { ManualClock } from '../../server/platform/clock.ts';
import { setDatabaseClock } from './databaseClock.ts';
import type { ServerAddress } from './postgres.ts';

/** A clock that stands still until it is moved, and sets the clock of a test's database with it. */
export class TestClock extends ManualClock {
  readonly #address: ServerAddress;

  constructor(startMs: number, address: ServerAddress) {
    super(startMs);
    this.#address = address;
    setDatabaseClock(address, startMs, 'still');
  }

  override set(instant: number): void {
    setDatabaseClock(this.#address, instant, 'still');
    super.set(instant);
  }
}
