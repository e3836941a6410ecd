/**
 * Calls `run` when the event loop has polled its sockets once more. One immediate is not enough: set while they are polled, it runs before
 * they are polled again.
 */
export function onNextTurn(run: () => void): void {
  setImmediate(() => setImmediate(run));
}

/** Resolves at the instant of onNextTurn. */
export function nextTurn(): Promise<void> {
  return new Promise(onNextTurn);
}
