import { useThrottledCallback } from '@mantine/hooks';

/** Minimum time between two refetches. */
const REFETCH_MS = 1_000;

/** Refetches a query when events come: once for many at the same time. A failure leaves what is shown. */
export function useRefetchSoon(refetch: () => Promise<unknown>): () => void {
  return useThrottledCallback(() => void refetch().catch(() => undefined), REFETCH_MS);
}
