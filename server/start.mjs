// `npm start`. Plain JavaScript, so that a wrong Node version or a missing `npm ci` gives a clear message instead of a
// stack trace.
import { existsSync } from 'node:fs';

// Node.js 20 goes on 2027-04-30 (.github/decisions/024).
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Rangoli needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (!existsSync(new URL('../node_modules/esbuild', import.meta.url))) {
  console.error('The packages are not installed yet. Run: npm ci');
  process.exit(1);
}

process.env.NODE_ENV ??= 'production';
const { run } = await import('./build/run.mjs');
await run('server/start.ts');
