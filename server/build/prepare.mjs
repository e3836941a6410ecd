// npm runs this after `npm ci`, so that the web app is built before the first `npm start`. `npm start` builds it where
// this was skipped (`--ignore-scripts`) or failed: an installation never fails because of it.
try {
  const { run } = await import('./run.mjs');
  const { buildWebIfChanged } = await run('server/build/buildWeb.ts');
  await buildWebIfChanged((line) => console.log(line));
} catch (error) {
  console.error(`The web app is not built yet; npm start tries again. ${error.message}`);
}
