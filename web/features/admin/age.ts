import { queue } from '#messages/admin/queue.ts';

const minuteMs = 60_000;

/** How long a request has waited: "12 min", "3 h 05", "2 d 4 h". */
export function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  const { age } = queue;
  if (hours === 0) return age.minutes(minutes);
  if (hours < 24) return age.hours(hours, minutes % 60);
  return age.days(Math.floor(hours / 24), hours % 24);
}
