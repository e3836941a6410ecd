import { createContext, use } from 'react';
import type { RequestType } from './useApproveRequests.ts';

/** What a row of the queue shows of the whole. */
export interface Queue {
  /** The request that is open beside the list or above it. */
  readonly opened: string | null;
  readonly open: (id: string) => void;
  /** Requests that are selected for approval together, and their type; without any, the type that a selection of all has. */
  readonly selected: ReadonlySet<string>;
  readonly selectedType: RequestType;
  readonly select: (id: string, selected: boolean) => void;
}

export const QueueContext = createContext<Queue>({
  opened: null,
  open: () => undefined,
  selected: new Set(),
  selectedType: 'CREDIT',
  select: () => undefined,
});

export function useQueue(): Queue {
  return use(QueueContext);
}
