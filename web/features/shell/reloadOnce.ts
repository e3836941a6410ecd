const key = 'reloadedAt';
const againAfterMs = 30_000;

/**
 * Reloads this page if the server answers, once in 30 s: a page that a reload doesn't mend must not reload for ever.
 * Resolves without a reload otherwise.
 */
export async function reloadOnce(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(key)) < againAfterMs) return;
  const answers = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}
