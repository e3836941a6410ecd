/** Number of words, as the server counts them: runs of non-whitespace. */
export function countWords(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/).length;
}

/** The text cut after its nth word, with the whitespace before the cut unchanged: input beyond the limit is ignored. */
export function firstWords(text: string, most: number): string {
  const words = /^\s*(?:\S+\s*)/;
  let taken = 0;
  let rest = text;
  while (rest !== '' && taken < most) {
    const match = words.exec(rest);
    if (!match) return text;
    rest = rest.slice(match[0].length);
    taken += 1;
  }
  const kept = text.slice(0, text.length - rest.length);
  return rest === '' ? kept : kept.trimEnd();
}

/** Whether a text looks like an e-mail address: the standard check of browsers' own e-mail fields, with a dot in the domain. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i.test(
    text.trim(),
  );
}

/** A size in bytes for display: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
