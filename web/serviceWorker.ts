/**
 * Keeps the app's static shell, so that it opens without a network: the document, which holds nothing of a user, and
 * files of the build. It stores no answer of the API. The build writes it to /sw.js (server/build/writeServiceWorker.ts).
 *
 * The shell is kept in one language, which the page sends at each load. Another worker for each language would replace the one in
 * use at every change of it, and Chromium never answers a navigation that begins while a worker is being replaced.
 *
 * The browser sends navigations while it starts the worker (navigation preload), which saves the worker's start-up time. It does
 * so for every GET, and sends the request again unless the worker responds with the answer to the first one. So the worker
 * responds to every navigation.
 */

/** Written by the build. */
declare const SHELL: {
  /** Another one for each release. */
  readonly release: string;
  /** Paths of the files that the main pages need, by the language. */
  readonly files: Readonly<Record<string, readonly string[]>>;
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
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown> & LifeEvent) => void): void;
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
const files = new Set(Object.values(SHELL.files).flat());
/** A document that takes longer than this is shown from the cache. */
const patienceMs = 8_000;
const pages = SHELL.pages.map((source) => new RegExp(source, 'i'));

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  const { data } = event;
  // The new release waits until the user agrees to a reload.
  if (data === 'activate') void worker.skipWaiting();
  else if (isLanguage(data)) event.waitUntil(keepShell(data));
});

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate') event.respondWith(pages.some((page) => page.test(pathname)) ? page(event) : sent(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else if (files.has(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)));
});

/** A new release keeps the shell in the language in which the one before has it; the first worker, in that of the next page. */
async function install(): Promise<void> {
  const language = languageOf(await worker.caches.match(documentPath, { ignoreVary: true }));
  if (isLanguage(language)) await keepShell(language);
}

function isLanguage(data: unknown): data is string {
  return typeof data === 'string' && Object.hasOwn(SHELL.files, data);
}

/** The language of a kept document. */
function languageOf(document: Response | undefined): string | null | undefined {
  return document?.headers.get('content-language');
}

/** Keeps the document and the files of one language, unless it is the one that is kept; the document of another is replaced. */
async function keepShell(language: string): Promise<void> {
  const cache = await worker.caches.open(cacheName);
  const kept = languageOf(await cache.match(documentPath, { ignoreVary: true }));
  if (kept === language) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll((SHELL.files[language] ?? []).filter((path) => !known.has(path)));
  // Without credentials: the cached document must hold nothing of a user.
  const document = await fetch(documentPath, { credentials: 'omit', headers: { 'accept-language': language } });
  if (languageOf(document) !== language) return;
  await cache.delete(documentPath, { ignoreVary: true });
  await cache.put(documentPath, document);
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
