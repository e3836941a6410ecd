import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importModule } from './importModule.ts';

/** The answers to requests for a script, in their order: a status, or no answer. The last one stays. */
const answers = new Map<string, (number | 'none')[]>();
const requests = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const load = vi.fn(async () => ({ value: 1 }));

const requested = (url: string) => requests.mock.calls.filter(([name]) => name === url).length;
const links = (selector = '') =>
  [...document.querySelectorAll<HTMLLinkElement>(`link${selector}`)].map((link) => link.getAttribute('href'));
/** happy-dom loads no style sheet: it would report that, and dispatch `error`. The tests dispatch the events. */
const { settings } = (window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } })
  .happyDOM;
const link = (url: string) => document.querySelector<HTMLLinkElement>(`link[href="${url}"]`);

beforeEach(() => {
  settings.handleDisabledFileLoadingAsSuccess = true;
  answers.clear();
  load.mockClear();
  requests.mockReset().mockImplementation(async (url) => {
    const [status = 200, ...others] = answers.get(url) ?? [];
    if (others.length > 0) answers.set(url, others);
    if (status === 'none') throw new TypeError('Failed to fetch');
    return new Response('export {}', { status });
  });
  vi.stubGlobal('fetch', requests);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  settings.handleDisabledFileLoadingAsSuccess = false;
});

it('imports a module that needs no file', async () => {
  await expect(importModule(load)).resolves.toEqual({ value: 1 });
  expect(requests).not.toHaveBeenCalled();
});

it('requests all scripts at once, each once, as an import does, and imports when all have arrived', async () => {
  const bodies = new Map<string, () => void>();
  requests.mockImplementation(async (url) => {
    const body = new ReadableStream({
      start(stream) {
        bodies.set(url, () => stream.close());
      },
    });
    return new Response(body);
  });
  const first = importModule(load, ['assets/once.js', 'assets/beside.js']);
  const second = importModule(load, ['assets/once.js']);
  expect(requests.mock.calls).toEqual([['/assets/once.js'], ['/assets/beside.js']]);
  await vi.waitFor(() => expect(bodies.size).toBe(2));
  bodies.get('/assets/once.js')?.();
  await second;
  expect(load).toHaveBeenCalledTimes(1);
  bodies.get('/assets/beside.js')?.();
  await first;
  await importModule(load, ['assets/once.js', 'assets/beside.js']);
  expect(requests).toHaveBeenCalledTimes(2);
});

it.each(['none', 503, 404] as const)(
  'imports nothing after an answer %s, and requests that script again',
  async (bad) => {
    const [own, shared] = [`assets/own-${bad}.js`, `assets/shared-${bad}.js`];
    answers.set(`/${shared}`, [bad, bad, 200]);
    for (const _attempt of [1, 2]) {
      await expect(importModule(load, [own, shared])).rejects.toThrow();
      expect(load).not.toHaveBeenCalled();
    }
    await expect(importModule(load, [own, shared])).resolves.toEqual({ value: 1 });
    expect([requested(`/${own}`), requested(`/${shared}`)]).toEqual([1, 3]);
  },
);

it('leaves to the browser what the document names', async () => {
  document.head.innerHTML = '<link rel="modulepreload" crossorigin href="/assets/page.js">';
  document.body.innerHTML = '<link rel="stylesheet" crossorigin href="/assets/page.css">';
  await importModule(load, ['assets/page.js', 'assets/page.css']);
  expect(requests).not.toHaveBeenCalled();
  expect(links()).toEqual(['/assets/page.js', '/assets/page.css']);
});

it('puts style sheets after those of the document, and imports when they are there', async () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  document.body.innerHTML = '<div id="root"></div><link rel="stylesheet" href="/assets/document.css">';
  const files = ['assets/a.css', 'assets/b.css'];
  const both = [importModule(load, files), importModule(load, files)];
  expect(links('[rel=stylesheet]')).toEqual(['/assets/document.css', '/assets/a.css', '/assets/b.css']);
  const sheet = link('/assets/b.css');
  expect([sheet?.parentElement, sheet?.crossOrigin]).toEqual([document.body, '']);
  link('/assets/a.css')?.dispatchEvent(new Event('load'));
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  sheet?.dispatchEvent(new Event('load'));
  await Promise.all(both);
  expect(load).toHaveBeenCalledTimes(2);
});

it('requests a style sheet that has failed again, in its place', async () => {
  const files = ['assets/c.css', 'assets/d.css'];
  const failed = importModule(load, files);
  link('/assets/d.css')?.dispatchEvent(new Event('load'));
  const element = link('/assets/c.css');
  element?.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow('/assets/c.css');
  const again = importModule(load, files);
  expect(link('/assets/c.css')).not.toBe(element);
  expect(links()).toEqual(['/assets/c.css', '/assets/d.css']);
  expect(load).not.toHaveBeenCalled();
  link('/assets/c.css')?.dispatchEvent(new Event('load'));
  await again;
  expect(load).toHaveBeenCalledTimes(1);
});
