import { tabStore } from '../../lib/storage.ts';

const key = 'reloadedAt';
const againAfterMs = 30_000;

/**
 * Reloads this page if the server answers, each page once in 30 s: one that a reload doesn't mend must not reload for
 * ever. Resolves without a reload otherwise, and where the tab can't keep when it was reloaded.
 */
export async function reloadOnce(): Promise<void> {
  const [at, path] = (tabStore.get(key) ?? '').split(' ');
  if (path === location.pathname && Date.now() - Number(at) < againAfterMs) return;
  const answers = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return;
  if (tabStore.set(key, `${Date.now()} ${location.pathname}`)) location.reload();
}
