import { useCallback, useEffect, useState } from 'react';
import type { Message } from './MessagePopup.tsx';

/** How long a success popup about a payment account stays (web/pages/README.md#messages). */
const successMs = 1_000;

/** State of a MessagePopup: success messages close by themselves, errors stay until they are closed. */
export function useAutoClosingMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  const close = useCallback(() => setMessage(null), []);
  useEffect(() => {
    if (message?.tone !== 'good') return undefined;
    const timer = setTimeout(close, successMs);
    return () => clearTimeout(timer);
  }, [message, close]);
  return { message, show: setMessage, close };
}
