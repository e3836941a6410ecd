/**
 * Lets Node load this project's TypeScript: `node --import ./server/build/typescript.mjs`, or imported before the first `.ts`
 * file. Only types are taken out, file by file, by esbuild. tsx, which all but serving and the bench runs by, has every
 * function that is made keep its name by a call of its own: a tenth of a request's time and 2 kB of each open socket.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

// Node evaluates this file twice: for the program, and in the thread of its own in which it calls `load`.
if (isMainThread) {
  process.setSourceMapsEnabled(true);
  register(import.meta.url);
}

/** Node's hook for loading a module, see https://nodejs.org/api/module.html#loadurl-context-nextload. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: path,
    sourcemap: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
