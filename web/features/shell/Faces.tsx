import type { ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { ErrorFace } from '../../ui/ErrorFace.tsx';
import { LoadingInline, LoadingScreen } from '../../ui/Loading.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface FacesProps<Data> {
  of: Answer<Data>;
  loading?: ReactNode;
  /** The whole screen waits for the answer, not a part of it. */
  whole?: boolean;
  children: (data: Data) => ReactNode;
}

/** The faces of a question to the server: loading, failed with a way to try again, and answered. */
export function Faces<Data>({ of: { data, error, refetch }, loading, whole = false, children }: FacesProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) {
    const Failed = whole ? ErrorScreen : ErrorFace;
    return <Failed text={errorText(error)} onRetry={() => void refetch().catch(() => undefined)} />;
  }
  return loading ?? (whole ? <LoadingScreen /> : <LoadingInline />);
}
