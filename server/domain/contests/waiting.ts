import { and, eq, isNotNull } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';

/** Contests that have ended and wait for the beacon: only under colour-pf/2 is the seed public before the decision. */
export const waiting = and(eq(contests.state, 'CLOSED'), isNotNull(contests.seed));
