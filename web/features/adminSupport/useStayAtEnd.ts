import { useEffect, useRef } from 'react';

/** Distance from the end in pixels within which the list follows new messages. */
const nearEnd = 40;

/**
 * Scrolls a box to its end when its last item is another one, and keeps it there while its height changes, as when the
 * composer below it grows. Who has scrolled back stays where they read.
 */
export function useStayAtEnd(lastId: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (lastId !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lastId]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const follow = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTo({ top: element.scrollHeight });
    });
    follow.observe(element);
    return () => follow.disconnect();
  }, []);
  const onScroll = () => {
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    atEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
  };
  return { ref: box, onScroll };
}
