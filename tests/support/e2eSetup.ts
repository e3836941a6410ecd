import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { prepareFonts } from './fonts.ts';
import { startTestPostgres } from './postgres.ts';

/** Before the browser tests: builds the web app, writes the fonts and starts a PostgreSQL. Returns the cleanup function. */
export default async function prepareBrowserTests(): Promise<() => Promise<void>> {
  await buildWebIfChanged((line) => console.log(line));
  await prepareFonts();
  return startTestPostgres();
}
