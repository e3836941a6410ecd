/** The last commit with the migrations that `0000_baseline` stands for: it takes a database that has some of them. */
export const LAST_WITH_THEM = '103d783d';
/**
 * The commit after it takes a database with all of them, and records `0000_baseline` in their place. Later ones do so too, but
 * some of them fail at adding a value to an enum and using it.
 */
export const FOLDS_THEM = 'd9f2d175';

/**
 * Where a database has migrations from before the first of this code, which stands for them: what it is, and how it is brought
 * here, each a sentence. Null for every other one. `applied` and `migrations` are timestamps of drizzle-kit's journal.
 */
export function oldHistory(
  applied: Iterable<number>,
  [first]: readonly { readonly when: number }[],
): { readonly what: string; readonly remedy: string } | null {
  if (!first || ![...applied].some((when) => when < first.when)) return null;
  return {
    what: 'The database is from before the first migration of this server.',
    remedy:
      `Back it up, then start the servers of these commits on it, each once: ${LAST_WITH_THEM}, the last that takes it, then ` +
      `${FOLDS_THEM}, then this one.`,
  };
}
