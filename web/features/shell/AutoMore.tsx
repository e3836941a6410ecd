import { useEffect, useEffectEvent, useRef } from 'react';
import { ShowMore, type ShowMoreProps } from './ShowMore.tsx';

/** How far below the screen the next page is fetched. */
const aheadPx = 600;

/** The next page of a long list, appended when its end comes near; the button is there when that fails. */
export function AutoMore(props: ShowMoreProps) {
  // A new one after each page, because its end may be near still.
  return <EndOfPage key={props.pageInfo.endCursor} {...props} />;
}

function EndOfPage({ pageInfo, fetchMore }: ShowMoreProps) {
  const element = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (pageInfo.hasNextPage) fetchMore({ variables: { after: pageInfo.endCursor } }).catch(() => undefined);
  });
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        near();
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element}>
      <ShowMore pageInfo={pageInfo} fetchMore={fetchMore} />
    </div>
  );
}
