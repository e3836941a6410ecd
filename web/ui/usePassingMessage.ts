import { useCallback, useEffect, useState } from 'react';
import type { Message } from './MessagePopup.tsx';

/** Product specification section 9: success popups about accounts close after 1 s. */
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
