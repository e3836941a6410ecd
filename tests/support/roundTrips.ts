import type { Page, Request } from '@playwright/test';

/** Each request takes this long, so that those of one round trip start and are answered together. */
const DELAY_MS = 400;

/** The requests of a page in the order of their starts and answers. */
export class RoundTrips {
  readonly #depths = new Map<Request, number>();
  #deepestAnswered = 0;

  /** Delays and records all requests of a page from now on. */
  static async of(page: Page): Promise<RoundTrips> {
    const trips = new RoundTrips();
    page.on('request', (request) => trips.#started(request));
    page.on('response', (response) => trips.#answered(response.request()));
    page.on('requestfailed', (request) => trips.#answered(request));
    await page.route('**/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      await route.continue();
    });
    return trips;
  }

  /** The URLs of all requests so far by round trip: those of the second started after one of the first was answered. */
  get byDepth(): string[][] {
    const depths = [...this.#depths];
    const deepest = Math.max(...depths.map(([, depth]) => depth));
    return Array.from({ length: deepest }, (_, at) =>
      depths.filter(([, depth]) => depth === at + 1).map(([request]) => nameOf(request)),
    );
  }

  #started(request: Request): void {
    this.#depths.set(request, this.#deepestAnswered + 1);
  }

  #answered(request: Request): void {
    this.#deepestAnswered = Math.max(this.#deepestAnswered, this.#depths.get(request) ?? 0);
  }
}

/** Bytes of the answers to the calls of a page from now on, as they are sent. */
export async function countAnswers(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  const calls = new Set<string>();
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'POST') calls.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (calls.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => bytes;
}

/** The scripts and style sheets that the server sends to a page from now on; what the browser takes from its cache is not sent. */
export async function sentAssets(page: Page): Promise<() => string[]> {
  const devtools = await page.context().newCDPSession(page);
  const answered = new Map<string, string>();
  const kept = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.startsWith('/assets/')) answered.set(requestId, pathname);
    if (response.fromDiskCache) kept.add(requestId);
  });
  // From what the document itself has loaded.
  devtools.on('Network.requestServedFromCache', ({ requestId }) => void kept.add(requestId));
  await devtools.send('Network.enable');
  return () => [...answered].flatMap(([requestId, path]) => (kept.has(requestId) ? [] : [path]));
}

/** A path, or the operation of a GraphQL call. */
function nameOf(request: Request): string {
  const { pathname } = new URL(request.url());
  const body = request.postData();
  if (pathname !== '/graphql' || body === null) return pathname;
  const { operationName, query } = JSON.parse(body) as { operationName?: string; query?: string };
  return operationName ?? /\w+_(?:Mutation|Query)/.exec(query ?? '')?.[0] ?? pathname;
}
