/** A day of the server, `2026-11-20`, as screens show days: `20-11-26`. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${month}-${year.slice(2)}`;
}
