const mark = 'pending:';
let lastNumber = 0;

/** An id for a bet in the cache that has been sent and not been answered yet. */
export function pendingId(): string {
  lastNumber += 1;
  return `${mark}${lastNumber}`;
}

/** Whether a bet in the cache has been sent and not been answered yet. */
export function isPending(id: string | undefined): boolean {
  return id?.startsWith(mark) ?? false;
}
