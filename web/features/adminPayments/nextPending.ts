interface Request {
  readonly id: string;
  readonly status: string;
}

/** The pending request that follows one in the list; else the nearest before it. Null when nothing else waits. */
export function nextPending(requests: readonly Request[], id: string): string | null {
  const at = requests.findIndex((request) => request.id === id);
  const waits = (request: Request) => request.status === 'PENDING' && request.id !== id;
  const next = requests.slice(at + 1).find(waits) ?? requests.slice(0, Math.max(at, 0)).findLast(waits);
  return next?.id ?? null;
}
