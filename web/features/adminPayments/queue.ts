import { createContext, use } from 'react';

/** What a row of the queue shows of the whole. */
export interface Queue {
  /** The request that is open beside the list or above it. */
  readonly opened: string | null;
  readonly open: (id: string) => void;
  /** Deposits that are selected for approval together. */
  readonly selected: ReadonlySet<string>;
  readonly select: (id: string, selected: boolean) => void;
}

export const QueueContext = createContext<Queue>({
  opened: null,
  open: () => undefined,
  selected: new Set(),
  select: () => undefined,
});

export function useQueue(): Queue {
  return use(QueueContext);
}
