import { VisuallyHidden } from '@mantine/core';
import { words } from '../../messages/words.ts';
import type { RoundTime } from './useRoundTime.ts';

interface AnnouncerProps {
  period: string;
  time: RoundTime;
  operatorMarked: boolean;
  /** The result of the round before, in words, from when it is told until the next bets close. */
  result: string | null;
}

const lastCallSeconds = 10;

/**
 * Says what a round comes to, to those who listen: result and open, marked, ten seconds to bet, closed. Never each
 * second.
 */
export function Announcer(props: AnnouncerProps) {
  return <VisuallyHidden role="status">{announcement(props)}</VisuallyHidden>;
}

function announcement({ period, time, operatorMarked, result }: AnnouncerProps): string {
  const { announce } = words.game;
  if (!time.open) return announce.closed;
  const marked = operatorMarked ? announce.marked : '';
  if (time.bettingSecondsLeft <= lastCallSeconds) return `${announce.tenSeconds} ${marked}`.trim();
  return `${result ?? ''} ${announce.opened(period)} ${marked}`.trim();
}
