import type { TimelineKind } from '../../gql/graphql.ts';

export const timelineKinds: readonly TimelineKind[] = [
  'MONEY',
  'BETS',
  'TICKETS',
  'SESSIONS',
  'SAFETY',
  'NOTES',
  'DECISIONS',
];

/** The kinds in an address (`?kinds=money,notes`); none for all of them. */
export function readKinds(params: URLSearchParams): TimelineKind[] {
  const named = params.get('kinds')?.toUpperCase().split(',') ?? [];
  return timelineKinds.filter((kind) => named.includes(kind));
}

/** The address's parameters with these kinds. */
export function withKinds(params: URLSearchParams, kinds: readonly TimelineKind[]): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (kinds.length === 0 || kinds.length === timelineKinds.length) changed.delete('kinds');
  else changed.set('kinds', kinds.join(',').toLowerCase());
  return changed;
}
