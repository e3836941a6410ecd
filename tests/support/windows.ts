import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A document of the server's without scripts: while it is open, no page of the app runs. */
const QUIET = '/favicon.svg';

/** The service worker, as pages register it (web/apollo/release.ts). */
const WORKER = '/sw.js';

/** Entries of a window's history with which another test may begin. */
const MOST_ENTRIES = 25;

/** Events for which tests have listeners. */
const HEARD = [
  'console',
  'pageerror',
  'request',
  'response',
  'requestfailed',
  'requestfinished',
  'websocket',
  'worker',
];

/** The options of every window. */
export const WINDOW = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  // As users have it, on each visit but the first one. Tests that intercept what the service worker requests, as the document
  // and files of the build, have windows without one: Playwright intercepts requests of pages only.
  serviceWorkers: 'allow',
} as const;

/** The options that differ from test to test. */
export type Look = Pick<BrowserContextOptions, 'viewport' | 'reducedMotion' | 'serviceWorkers'>;

interface Disposable {
  dispose(): Promise<void>;
}

interface Pooled {
  readonly page: Page;
  readonly serviceWorkers: 'allow' | 'block';
  /** Scripts that run in each of its documents. */
  readonly scripts: Disposable[];
  /** Whether something was changed in it that can't be undone. */
  isSpoiled: boolean;
}

/**
 * Windows on one server, each with storage of its own, which are used again when a test has ended. Chromium starts a
 * process for a new one, in which it compiles the app anew: that takes twice the CPU time of loading a page in a window
 * that has shown another one.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  readonly #free: Pooled[] = [];
  readonly #taken = new Map<Page, Pooled>();

  /** `options` are those of every window. */
  constructor(browser: Browser, options: BrowserContextOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  /** An empty window. */
  async take({ viewport, reducedMotion, serviceWorkers = WINDOW.serviceWorkers }: Look): Promise<Page> {
    const free = this.#free.findLastIndex((pooled) => pooled.serviceWorkers === serviceWorkers);
    const pooled = this.#free.splice(free, free < 0 ? 0 : 1)[0] ?? (await this.#open(serviceWorkers));
    const { page } = pooled;
    this.#taken.set(page, pooled);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: reducedMotion ?? null });
    return page;
  }

  /** Takes a window back, and removes what its user has left: session, cookies, routes, listeners. */
  async giveBack(page: Page): Promise<void> {
    const pooled = this.#taken.get(page);
    this.#taken.delete(page);
    if (!pooled || pooled.isSpoiled) return page.context().close();
    await this.#clean(pooled);
    // Chromium keeps 50 entries: of a longer history a test would see other figures.
    const entries = await page.evaluate(() => history.length);
    if (entries > MOST_ENTRIES || !(await hasItsWorker(pooled))) await page.context().close();
    else this.#free.push(pooled);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#free, ...this.#taken.values()].map(({ page }) => page.context().close()));
  }

  async #open(serviceWorkers: 'allow' | 'block'): Promise<Pooled> {
    const context = await this.#browser.newContext({ ...this.#options, serviceWorkers });
    const page = await context.newPage();
    if (serviceWorkers === 'allow') await installWorker(page);
    const pooled: Pooled = { page, serviceWorkers, scripts: [], isSpoiled: false };
    watch(pooled, context);
    return pooled;
  }

  async #clean({ page, scripts }: Pooled): Promise<void> {
    const context = page.context();
    for (const event of HEARD) page.removeAllListeners(event);
    await Promise.all(scripts.splice(0).map((script) => script.dispose()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.goto(QUIET);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await context.clearPermissions();
  }
}

/**
 * Installs the app's service worker, and waits until it answers; the first page has it keep the shell. A window keeps both from
 * test to test: installing them in each would take a fifth of the run. So tests see a later visit; those of the first one open a
 * context of their own.
 */
async function installWorker(page: Page): Promise<void> {
  // The page's own policy lets no text name a script.
  await page.route(`**${QUIET}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(QUIET);
  await page.unrouteAll();
  await page.evaluate(async (path) => {
    await navigator.serviceWorker.register(path, { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  }, WORKER);
}

/**
 * Whether a window that was cleaned has the worker that it had when it was opened, and no other waits to replace it. Its shell
 * need not be kept yet: a page that was closed soon did not come to it, and the next one does.
 */
async function hasItsWorker({ page, serviceWorkers }: Pooled): Promise<boolean> {
  if (serviceWorkers === 'block') return true;
  return page.evaluate(async (path) => {
    const [registration, ...others] = await navigator.serviceWorker.getRegistrations();
    const { active, waiting, installing } = registration ?? {};
    const isIt = active !== undefined && active !== null && new URL(active.scriptURL).pathname === path;
    return isIt && !waiting && !installing && others.length === 0 && (await caches.keys()).length <= 1;
  }, WORKER);
}

/** Notes what is done to a window that has to be undone, or can't be. */
function watch(pooled: Pooled, context: BrowserContext): void {
  const { page } = pooled;
  const { addInitScript } = page;
  page.addInitScript = async (...args: Parameters<Page['addInitScript']>) => {
    const script = await addInitScript.apply(page, args);
    pooled.scripts.push(script);
    return script;
  };
  const spoils = <T extends object>(target: T, ...names: (keyof T)[]) => {
    for (const name of names) {
      const call = target[name] as (...args: unknown[]) => unknown;
      const noted = (...args: unknown[]) => {
        pooled.isSpoiled = true;
        return call.apply(target, args);
      };
      target[name] = noted as T[typeof name];
    }
  };
  spoils(page, 'routeWebSocket', 'exposeFunction', 'exposeBinding');
  spoils(page.clock, 'install', 'setFixedTime', 'setSystemTime');
  spoils(context, 'addInitScript', 'exposeFunction', 'exposeBinding', 'route', 'routeWebSocket', 'setOffline');
}
