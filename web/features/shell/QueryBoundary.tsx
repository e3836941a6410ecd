import type { ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingInline, LoadingScreen } from '../../ui/Loading.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { useArrived } from './useArrived.ts';

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface QueryBoundaryProps<Data> {
  of: Answer<Data>;
  loading?: ReactNode;
  /** Whether the loading state fills the whole screen. */
  whole?: boolean;
  children: (data: Data) => ReactNode;
}

/** Renders the states of a query: loading, failed with a retry button, and its data. */
export function QueryBoundary<Data>({
  of: { data: received, error, refetch },
  loading,
  whole = false,
  children,
}: QueryBoundaryProps<Data>) {
  const data = useArrived(received);
  if (data !== undefined) return children(data);
  if (error && received === undefined) {
    const Failed = whole ? ErrorScreen : ErrorState;
    return <Failed text={errorText(error)} onRetry={() => void refetch().catch(() => undefined)} />;
  }
  return loading ?? (whole ? <LoadingScreen /> : <LoadingInline />);
}
