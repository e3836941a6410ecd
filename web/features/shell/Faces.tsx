import type { ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { ErrorFace } from '../../ui/ErrorFace.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface FacesProps<Data> {
  of: Answer<Data>;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The faces of a question to the server: loading, failed with a way to try again, and answered. */
export function Faces<Data>({ of: { data, error, refetch }, loading, children }: FacesProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorFace text={errorText(error)} onRetry={() => void refetch().catch(() => undefined)} />;
  return loading ?? <LoadingInline />;
}
