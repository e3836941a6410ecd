import { useCallback, useEffect, useState } from 'react';
import type { Message } from './MessagePopup.tsx';

/** How long a success popup about a payment account stays (server/domain/README.md#messages). */
const goodNewsMs = 1_000;

/** A message for MessagePopup: good news goes by itself, bad news stays until it is closed. */
export function usePassingMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  const close = useCallback(() => setMessage(null), []);
  useEffect(() => {
    if (message?.tone !== 'good') return undefined;
    const timer = setTimeout(close, goodNewsMs);
    return () => clearTimeout(timer);
  }, [message, close]);
  return { message, show: setMessage, close };
}
