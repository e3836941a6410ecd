import { useEffect, useState, type ComponentType } from 'react';
import { inOwnLanguage } from '../../lib/inOwnLanguage.ts';
import { words } from '../../messages/words.ts';
import classes from './ProductNotice.module.css';
import { useProduct } from './useProduct.ts';

/** Play-money notice, or who runs it under which licence, at the foot of every page. */
export function ProductNotice() {
  const { playMoney, notice, noticeInHindi } = useProduct();
  const Licence = useLicence(!playMoney);
  if (playMoney) return <footer className={classes.notice}>{words.common.playMoney}</footer>;
  const text = inOwnLanguage(notice, noticeInHindi);
  return <footer className={classes.notice}>{Licence ? <Licence text={text} /> : <span>{`18+ ${text}`}</span>}</footer>;
}

/** The licence with links, which play money doesn't load; null until it is there: the plain text does as well. */
function useLicence(isReal: boolean): ComponentType<{ text: string }> | null {
  const [loaded, setLoaded] = useState<ComponentType<{ text: string }> | null>(null);
  useEffect(() => {
    if (isReal) {
      import('./Licence.tsx').then(
        ({ Licence }) => setLoaded(() => Licence),
        () => {},
      );
    }
  }, [isReal]);
  return loaded;
}
