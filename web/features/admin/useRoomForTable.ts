import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is wide enough for a table of six columns; otherwise lists are cards. */
export function useRoomForTable(): boolean {
  return useMediaQuery('(min-width: 1000px)', undefined, { getInitialValueInEffect: false }) ?? false;
}
