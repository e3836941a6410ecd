import { parentPort } from 'node:worker_threads';

/**
 * Answers each request to the thread that this runs in (workerThread.ts) with what `handle` returns, which is copied by
 * structured clone. What it throws ends the thread, and is what the caller's promise rejects with. Throws in the main thread.
 */
export function answerRequests(handle: (request: unknown) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error('this program runs in a thread (server/platform/workerThread.ts)');
  port.on('message', (request) => port.postMessage(handle(request)));
  // The caller's first request waits for it.
  port.postMessage('ready');
}
