import { game } from '#messages/game.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { RoundTime } from './useRoundTime.ts';

interface AnnouncerProps {
  period: string;
  time: RoundTime;
  operatorMarked: boolean;
  /** The previous round's result as text, from its announcement until the next bets close. */
  result: string | null;
}

const warningSeconds = 10;

/** Live region for screen readers: result and open, marked, ten seconds to bet, closed. Not every second. */
export function Announcer(props: AnnouncerProps) {
  return <VisuallyHidden role="status">{announcement(props)}</VisuallyHidden>;
}

function announcement({ period, time, operatorMarked, result }: AnnouncerProps): string {
  const { announce } = game;
  if (!time.open) return announce.closed;
  if (time.heldSeconds && !operatorMarked) return game.heldReason;
  const marked = operatorMarked ? announce.marked : '';
  if (time.bettingSecondsLeft <= warningSeconds) return `${announce.tenSeconds} ${marked}`.trim();
  return `${result ?? ''} ${announce.opened(period)} ${marked}`.trim();
}
