/** Work of one turn of the event loop, in milliseconds; what waits longer goes on after sockets have been read again. */
const SLICE_MS = 5;
const MIN_STEPS = 8;
const MAX_STEPS = 4_096;
/** Callers of `turn` that go on at once in a slice: those of a batch all ask before the first of them has done any work. */
const MAX_AT_ONCE = 32;

/**
 * Divides work that arrives by the thousand among turns of the event loop, in order of arrival, so that sockets are read in
 * between: in a rush the instant at which a request arrives is then known within some milliseconds, however long requests wait.
 * Runs work at once while nothing waits and the present slice has time left.
 */
export class LoopSlices {
  /** Work that has not begun. */
  readonly #waiting = new Fifo();
  /** Work that has begun and goes on after something else, such as a statement. */
  readonly #continuing = new Fifo();
  #sliceEndsAt = -Infinity;
  /** A slice has begun, whose end is scheduled. */
  #isOpen = false;
  /** Callbacks that were scheduled for a slice, and those of them that found time in it. */
  #steps = MIN_STEPS;
  #ran = 0;
  /** Callers of `turn` that the present slice has let go on. */
  #wentOn = 0;

  /** Number of callbacks that wait. */
  get length(): number {
    return this.#waiting.length + this.#continuing.length;
  }

  /** Begins work, after all work that waits. */
  run(work: () => void): void {
    if (this.length === 0 && this.#hasTime()) work();
    else this.#waiting.push(work);
  }

  /**
   * Resolves when work that has begun may go on: before work that has not, so that a rush is answered from its beginning on, instead
   * of all at its end. Undefined where that is now, because a promise would cost more than the check.
   */
  turn(): Promise<void> | undefined {
    if (this.#continuing.length === 0 && this.#hasTime() && this.#wentOn < MAX_AT_ONCE) {
      this.#wentOn += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#continuing.push(resolve));
  }

  /**
   * Like `turn`, for the parts of one call, which do their work as they go on. Resolves when the next part may go on; undefined
   * where that is now, whatever else waits, while the present slice has time left.
   */
  step(): Promise<void> | undefined {
    if (this.#hasTime()) return undefined;
    return new Promise((resolve) => this.#continuing.push(resolve));
  }

  #hasTime(): boolean {
    if (this.#isOpen) return performance.now() < this.#sliceEndsAt;
    this.#begin();
    return true;
  }

  #begin(): void {
    this.#isOpen = true;
    this.#wentOn = 0;
    this.#sliceEndsAt = performance.now() + SLICE_MS;
    setImmediate(() => this.#end());
  }

  /** Each step is an immediate of its own: promises that it settles go on before the next one. */
  #end(): void {
    if (this.length === 0) {
      this.#isOpen = false;
      return;
    }
    this.#ran = 0;
    this.#wentOn = 0;
    this.#sliceEndsAt = Infinity;
    for (let step = 0; step < this.#steps; step += 1) setImmediate(() => this.#step());
    setImmediate(() => {
      this.#steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, this.#ran * 2));
      this.#end();
    });
  }

  #step(): void {
    if (this.#sliceEndsAt === Infinity) this.#sliceEndsAt = performance.now() + SLICE_MS;
    if (this.length === 0 || performance.now() >= this.#sliceEndsAt) return;
    this.#ran += 1;
    const work = this.#continuing.shift() ?? this.#waiting.shift();
    work?.();
  }
}

/** A queue whose oldest entry is taken without moving the others. */
class Fifo {
  #entries: ((() => void) | undefined)[] = [];
  #next = 0;

  get length(): number {
    return this.#entries.length - this.#next;
  }

  push(entry: () => void): void {
    this.#entries.push(entry);
  }

  shift(): (() => void) | undefined {
    const entry = this.#entries[this.#next];
    if (entry === undefined) return undefined;
    this.#entries[this.#next] = undefined;
    this.#next += 1;
    if (this.#next >= 1_024) {
      this.#entries = this.#entries.slice(this.#next);
      this.#next = 0;
    }
    return entry;
  }
}
