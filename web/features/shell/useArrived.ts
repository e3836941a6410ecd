import { useDeferredValue } from 'react';

/**
 * The data of a query. When it arrives, what shows it is rendered in the background, in slices that let input and
 * painting through: a screen in one piece takes a slow phone a quarter of a second. What follows is rendered at once.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  const rendered = useDeferredValue(data);
  return rendered === undefined ? undefined : data;
}
