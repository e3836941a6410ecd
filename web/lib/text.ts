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

/**
 * Whether a text looks like an e-mail address: a local part in ASCII, whose dots stand alone and between others, and a
 * domain with a dot, in any script. The server decides (server/domain/accounts/users/identity.ts).
 */
export function isEmail(text: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+$/u.test(
    text.trim(),
  );
}

/** A size in bytes for display: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
