import type { Actor } from '../../domain/ground/verbs/context.ts';

/**
 * Whether what the actor has begun must end, because the session is over or has other roles: `now` is what the same
 * credentials give now.
 */
export function isOver(actor: Actor, now: Actor): boolean {
  if (actor.kind !== now.kind) return true;
  return actor.kind === 'admin' && now.kind === 'admin' && String(actor.roles) !== String(now.roles);
}
