import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { startTestPostgres } from './postgres.ts';

/** Before the browser tests: builds the web app and starts a PostgreSQL. Returns the cleanup function. */
export default async function prepareBrowserTests(): Promise<() => Promise<void>> {
  await buildWebIfChanged((line) => console.log(line));
  return startTestPostgres();
}
