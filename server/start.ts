/** `npm start` behind start.mjs: checks the settings, builds the web app when what it is made of has changed, serves. */
import { buildWebIfChanged } from './build/buildWeb.ts';
import { configFromEnvironment } from './config/environment.ts';

configFromEnvironment();
await buildWebIfChanged((line) => console.log(line)).catch((error: Error) => {
  console.error(`The web app could not be built. ${error.message}`);
  process.exit(1);
});
await import('./main.ts');
