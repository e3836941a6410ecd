// Builds everything that a container image runs, and fixes it: the image is read-only, and its layers don't keep the times of
// change by which bundles are otherwise compared with their files. Unlike prepare.mjs it fails when something can't be built.
import { readdirSync, writeFileSync } from 'node:fs';
import { FIXED } from './bundleFiles.mjs';
import { bundled, run, SERVER_PROGRAMS } from './run.mjs';

const { buildWebIfChanged } = await run('server/build/buildWeb.ts');
await buildWebIfChanged((line) => console.log(line));
for (const program of SERVER_PROGRAMS) await bundled(program);
const commands = readdirSync(new URL('../commands', import.meta.url)).filter((name) => name.endsWith('.ts'));
for (const name of commands) await bundled(`server/commands/${name}`);
writeFileSync(FIXED, '');
