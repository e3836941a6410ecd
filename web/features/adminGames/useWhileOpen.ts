import { useState } from 'react';

/** `value` as it was when `following` was last true: what a dialog shows doesn't change while it is sent and closes. */
export function useWhileOpen<Value>(following: boolean, value: Value): Value {
  const [kept, setKept] = useState(value);
  if (following && kept !== value) setKept(value);
  return following ? value : kept;
}
