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

/** Whether a query failed, and no answer of before is there. */
export function hasFailed({ data, error }: Pick<Answer<unknown>, 'data' | 'error'>): boolean {
  return Boolean(error) && data === undefined;
}

/** A query that has failed, with a retry button. `whole`: it fills the whole screen. */
export function QueryFailure({ of: { error, refetch }, whole = false }: { of: Answer<unknown>; whole?: boolean }) {
  const Failed = whole ? ErrorScreen : ErrorState;
  return <Failed text={errorText(error)} onRetry={() => void refetch().catch(() => undefined)} />;
}

/** Renders the states of a query: loading, failed with a retry button, and its data. */
export function QueryBoundary<Data>({ of, loading, whole = false, children }: QueryBoundaryProps<Data>) {
  const data = useArrived(of.data);
  if (data !== undefined) return children(data);
  if (hasFailed(of)) return <QueryFailure of={of} whole={whole} />;
  return loading ?? (whole ? <LoadingScreen /> : <LoadingInline />);
}
