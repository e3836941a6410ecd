import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface LazilyProps<Props> {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** What stands there until it is loaded, of the same height. */
  loading: ReactNode;
}

/** A component whose module is loaded when it is shown. Where that fails, the rest of the page stays. */
export function Lazily<Props extends object>({ load, props, loading }: LazilyProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly Component: ComponentType<Props> } | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    let shown = true;
    if (loaded || failure) return;
    load().then(
      (Component) => shown && setLoaded({ Component }),
      (error: unknown) => shown && setFailure({ error }),
    );
    return () => {
      shown = false;
    };
  }, [load, loaded, failure]);
  if (loaded) return <loaded.Component {...props} />;
  if (failure) return <ErrorState text={errorText(failure.error)} onRetry={() => setFailure(null)} />;
  return loading;
}
