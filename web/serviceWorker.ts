/**
 * Keeps the app's static shell, so that it opens without a network: the document, which holds nothing of a user, and
 * files of the build. It stores no answer of the API. The build writes it to /sw.js (server/build/writeServiceWorker.ts).
 *
 * The browser sends navigations while it starts the worker (navigation preload), which saves the worker's start-up time. It does
 * so for every GET, and sends the request again unless the worker responds with the answer to the first one. So the worker
 * responds to every navigation.
 */

/** Written by the build. */
declare const SHELL: {
  /** A worker keeps the document of one language. */
  readonly language: string;
  /** Another one for each release. */
  readonly release: string;
  /** Paths of the files that the main pages need. */
  readonly files: readonly string[];
  /** Sources of regular expressions for the paths at which the document is the answer. */
  readonly pages: readonly string[];
};

/** The part of the service worker's global scope used here; its types can't be loaded beside those of a page. */
interface WorkerScope {
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LifeEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
const prefix = 'shell-';
const cacheName = prefix + SHELL.release;
const documentPath = '/';
/** A document that takes longer than this is shown from the cache. */
const patienceMs = 8_000;
const pages = SHELL.pages.map((source) => new RegExp(source, 'i'));

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
// The new release waits until the user agrees to a reload.
worker.addEventListener('message', ({ data }) => void (data === 'activate' && worker.skipWaiting()));

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate') event.respondWith(pages.some((page) => page.test(pathname)) ? page(event) : sent(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (SHELL.files.includes(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)));
});

async function install(): Promise<void> {
  const cache = await worker.caches.open(cacheName);
  // Without credentials: the cached document must hold nothing of a user.
  const headers = { 'accept-language': SHELL.language };
  const requests = [documentPath, ...SHELL.files].map((path) => new Request(path, { credentials: 'omit', headers }));
  await cache.addAll(requests);
}

async function activate(): Promise<void> {
  const names = await worker.caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => worker.caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A file of the build: its name changes with its content, so a kept one is always right. */
async function asset(request: Request): Promise<Response> {
  const cache = await worker.caches.open(cacheName);
  const known = await cache.match(request.url, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/** The document as the server sends it; the kept one when there is no answer. */
async function page(event: RequestEvent): Promise<Response> {
  const answer = sent(event);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const response = await Promise.race([answer, late]).catch(() => null);
  return response ?? kept(documentPath);
}

/** The server's answer to a navigation, which is sent once: by the browser where it preloads it. */
async function sent({ request, preloadResponse }: RequestEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function kept(path: string): Promise<Response> {
  const cache = await worker.caches.open(cacheName);
  return (await cache.match(path, { ignoreVary: true })) ?? Response.error();
}
