import { startTestPostgres } from './postgres.ts';

/** Vitest calls this once before a run and what it returns once after. */
export default startTestPostgres;
