import { tabStore } from '../../lib/storage.ts';

const key = 'reloadedAt';
const againAfterMs = 30_000;

/**
 * Loads the page at this address again, which could not be loaded, if the server answers. `load` resolves to whether it
 * succeeded. Where it did not, the server has another release, and the document is reloaded: that of each page once in
 * 30 s, because one that a reload doesn't mend must not reload for ever, and never where the tab can't keep when it was reloaded.
 */
export async function loadAgain(load: () => Promise<boolean>): Promise<void> {
  const { pathname } = location;
  const answers = await fetch(pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers || (await load()) || pathname !== location.pathname) return;
  const [at, path] = (tabStore.get(key) ?? '').split(' ');
  if (path === pathname && Date.now() - Number(at) < againAfterMs) return;
  if (tabStore.set(key, `${Date.now()} ${pathname}`)) location.reload();
}
