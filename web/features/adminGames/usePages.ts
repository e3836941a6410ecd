import { useState } from 'react';

export interface Pages {
  /** Counted from 1. */
  readonly page: number;
  /** The cursor after which the page begins; null for the first. */
  readonly after: string | null;
  /** To the previous page; undefined on the first. */
  readonly previous: (() => void) | undefined;
  /** To the page that begins after this cursor. */
  readonly go: (after: string) => void;
  readonly toFirst: () => void;
}

/** Position in a cursor-paged list: the cursors of the pages visited so far. */
export function usePages(): Pages {
  const [starts, setStarts] = useState<readonly string[]>([]);
  return {
    page: starts.length + 1,
    after: starts.at(-1) ?? null,
    previous: starts.length === 0 ? undefined : () => setStarts(starts.slice(0, -1)),
    go: (after) => setStarts([...starts, after]),
    toFirst: () => setStarts((before) => (before.length === 0 ? before : [])),
  };
}
