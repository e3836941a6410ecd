import { lazy, Suspense } from 'react';
import { inOwnLanguage } from '../../lib/inOwnLanguage.ts';
import { common } from '#messages/common.ts';
import classes from './ProductNotice.module.css';
import { useProduct } from './useProduct.ts';

/** The licence with links, which play money doesn't load. Without it the plain text does as well. */
const Licence = lazy(() => import('./Licence.tsx').catch(() => ({ default: Plain })));

/** Play-money notice, or who runs it under which licence, and the release, at the foot of every page. */
export function ProductNotice() {
  const { playMoney, notice, noticeInHindi, release } = useProduct();
  const text = inOwnLanguage(notice, noticeInHindi);
  return (
    <footer className={classes.notice}>
      {playMoney ? (
        <span>{common.playMoney}</span>
      ) : (
        <Suspense fallback={<Plain text={text} />}>
          <Licence text={text} />
        </Suspense>
      )}
      <small className={classes.release} translate="no">
        {release}
      </small>
    </footer>
  );
}

function Plain({ text }: { text: string }) {
  return <span>{`18+ ${text}`}</span>;
}
