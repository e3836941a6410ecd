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

/** The request so many places further in the list, at most its first or last one; the first when `id` isn't in it. */
export function neighbour(requests: readonly Request[], id: string | null, places: number): string | null {
  const at = requests.findIndex((request) => request.id === id);
  const to = at === -1 ? 0 : Math.min(Math.max(at + places, 0), requests.length - 1);
  return requests[to]?.id ?? null;
}
