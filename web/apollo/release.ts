import { workerUrl } from '../lib/workerUrl.ts';

/** The service worker of a newer release, once it is ready to take over. */
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();
const checkEveryMs = 30 * 60_000;

export function hasNewRelease(): boolean {
  return waiting !== null;
}

/** Calls back when a newer release is ready; returns the function that unsubscribes. */
export function onNewRelease(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the newer release take over, and loads the page from it. */
export function changeRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes no origin
  waiting?.postMessage('activate');
}

/**
 * Registers the service worker, which keeps the shell for times without a network, and looks for newer releases: every
 * half hour and when the page becomes visible. Only builds have a service worker, and browsers run it only over https
 * and on localhost.
 */
export async function followReleases(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(workerUrl('/sw.js'), { updateViaCache: 'none' });
    noteWaiting(registration);
    void sendLanguage();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => noteWaiting(registration));
    });
    const check = () => void registration.update().catch(() => undefined);
    setInterval(check, checkEveryMs);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
  } catch {
    // Without a service worker the app works, but doesn't open without a network.
  }
}

/** The service worker keeps the shell in the language of the page. */
async function sendLanguage(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes no origin
  active?.postMessage(document.documentElement.lang);
}

/** The first service worker of a browser replaces nothing, so it is no newer release. */
function noteWaiting({ waiting: next }: ServiceWorkerRegistration): void {
  if (!next || !navigator.serviceWorker.controller) return;
  waiting = next;
  for (const listener of listeners) listener();
}
