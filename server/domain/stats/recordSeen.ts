import type { Context } from '../ground/verbs/context.ts';

/** Records that a player made an authenticated call; other actors' calls are not counted. */
export function recordSeen({ actor, now, sightings }: Pick<Context, 'actor' | 'now' | 'sightings'>): void {
  if (actor.kind === 'player') sightings.record(actor.userId, now);
}
