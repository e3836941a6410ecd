// npm runs this after `npm ci`, so that the web app and the server are built before the first `npm start`, which builds
// what is missing where this was skipped (`--ignore-scripts`) or failed: an installation never fails because of it.
try {
  const { bundled, run, SERVER_PROGRAMS } = await import('./run.mjs');
  const { buildWebIfChanged } = await run('server/build/buildWeb.ts');
  await buildWebIfChanged((line) => console.log(line));
  for (const program of SERVER_PROGRAMS) await bundled(program);
} catch (error) {
  console.error(`Rangoli is not built yet; npm start tries again. ${error.message}`);
}
