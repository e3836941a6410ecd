import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { words } from '../../messages/words.ts';
import type { RoundTime } from './useRoundTime.ts';

interface AnnouncerProps {
  period: string;
  time: RoundTime;
  operatorMarked: boolean;
  /** The result just told, in words. */
  result: string | null;
}

/**
 * Says what a round comes to, to those who listen: open, ten seconds to bet, closed, marked, result. Never each second.
 */
export function Announcer({ period, time, operatorMarked, result }: AnnouncerProps) {
  const { open, bettingSecondsLeft } = time;
  const [said, setSaid] = useState('');

  useEffect(() => setSaid(open ? words.game.announce.opened(period) : words.game.announce.closed), [open, period]);
  useEffect(() => {
    if (open && bettingSecondsLeft === 10) setSaid(words.game.announce.tenSeconds);
  }, [open, bettingSecondsLeft]);
  useEffect(() => {
    if (operatorMarked) setSaid(words.game.announce.marked);
  }, [operatorMarked]);
  useEffect(() => {
    if (result) setSaid(result);
  }, [result]);

  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
