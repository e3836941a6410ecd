import { useMediaQuery } from '@mantine/hooks';

/** Whether the page has room for a table of six columns; where it has not, lists are cards. */
export function useRoomForTable(): boolean {
  return useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false }) ?? false;
}
