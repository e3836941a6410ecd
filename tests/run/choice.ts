/** The parts of `npm test` that can be named on the command line. */
export const PART_NAMES = ['checks', 'unit', 'web', 'api', 'browser'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** Selection of the parts and tests to run. */
export interface Choice {
  readonly parts: ReadonlySet<PartName>;
  /** Only test files whose path contains one of these; empty: all. */
  readonly filters: readonly string[];
  /** Only tests affected by uncommitted changes. */
  readonly changed: boolean;
}

/**
 * Parses the arguments after `npm test --`: names of parts, `--changed`, and everything else as parts of test files'
 * paths. Without a part's name all parts run, or with such a path all tests. Throws, with a readable message, for an
 * unknown option.
 */
export function chosen(words: readonly string[]): Choice {
  const unknown = words.find((word) => word.startsWith('-') && word !== '--changed');
  if (unknown !== undefined) {
    throw new Error(`There is no option ${unknown}: name parts (${PART_NAMES.join(', ')}), paths, or --changed.`);
  }
  const named = words.filter(isPartName);
  const filters = words.filter((word) => word !== '--changed' && !isPartName(word));
  const unnamed = PART_NAMES.filter((part) => filters.length === 0 || part !== 'checks');
  return { parts: new Set(named.length > 0 ? named : unnamed), filters, changed: words.includes('--changed') };
}

function isPartName(word: string): word is PartName {
  return (PART_NAMES as readonly string[]).includes(word);
}
