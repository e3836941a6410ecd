import { lazy, type ComponentType } from 'react';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * A component whose module is loaded when it is shown, and without which its page works. Where loading fails it is retried
 * with backoff and as soon as the device has a network again, while the Suspense boundary around it shows its fallback;
 * React's `lazy` would throw in place of the page.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await retried(load, FIRST_RETRY_MS) }));
}

async function retried<Result>(load: () => Promise<Result>, delayMs: number): Promise<Result> {
  try {
    return await load();
  } catch {
    await delayOrNetwork(delayMs);
    return retried(load, Math.min(2 * delayMs, MAX_RETRY_MS));
  }
}

/** Resolves after `delayMs`, or at the moment at which the device has a network again. */
function delayOrNetwork(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    addEventListener('online', end);
  });
}
