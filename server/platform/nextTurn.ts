/**
 * Resolves when the event loop has polled its sockets once more. One immediate is not enough: set while they are polled, it runs before
 * they are polled again.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
