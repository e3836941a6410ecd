import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { startTestPostgres } from './postgres.ts';

/** Before the browser tests: the web app as people get it, and a PostgreSQL. Returns what cleans up after them. */
export default async function prepareBrowserTests(): Promise<() => Promise<void>> {
  await buildWebIfChanged((line) => console.log(line));
  return startTestPostgres();
}
