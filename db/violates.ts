/** Whether a statement failed because of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && cause.constraint === constraint) return true;
  }
  return false;
}
