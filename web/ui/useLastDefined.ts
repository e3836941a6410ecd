import { useState } from 'react';

/** The value or, while it is null, the last one: the content of a dialog while it closes. */
export function useLastDefined<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
