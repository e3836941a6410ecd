interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** An answer for Faces that shows what was there until the answer to a changed filter comes, not a loading face. */
export function keepShowing<Data>({ data, previousData, error, refetch }: Answer<Data>) {
  return { data: data ?? (error ? undefined : previousData), error, refetch };
}
