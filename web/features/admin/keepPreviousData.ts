interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

/**
 * A query result for QueryBoundary that keeps the previous data until a changed filter's data arrives, instead of
 * showing the loading state.
 */
export function keepPreviousData<Data>({ data, previousData, error, refetch }: Answer<Data>) {
  return { data: data ?? (error ? undefined : previousData), error, refetch };
}
