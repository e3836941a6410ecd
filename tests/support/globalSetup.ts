import { startTestPostgres } from './postgres.ts';

/** Vitest calls this once before a run, and the returned function once after. */
export default startTestPostgres;
