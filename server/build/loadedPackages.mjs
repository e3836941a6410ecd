import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import { PACKAGES, replace } from './bundleFiles.mjs';

/** Of the bundle of packages (packages.mjs): the namespace of each. */
export const packages = load(PACKAGES);

/**
 * Exports of a bundle in CommonJS form, compiled by V8's code cache, which the first process with the same version and
 * flags of Node writes beside the bundle: without it, compiling is half of the CPU time of loading the packages. V8
 * compares only the length of the text with that of the cache, so the cache is named by the hash in the first line.
 */
function load(bundle) {
  const text = readFileSync(bundle, 'utf8');
  const [, hash] = /^\/\/ (\w+)\n/.exec(text);
  const cache = `${bundle}.${hash.slice(0, 16)}.${cachedDataVersionTag().toString(16)}`;
  const script = new Script(`(function (exports, require, module) {${text}\n})`, {
    filename: bundle,
    cachedData: contentsOf(cache),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(bundle), module);
  if (script.cachedDataRejected !== false) keep(cache, script.createCachedData());
  return module.exports;
}

function contentsOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** In a read-only folder every process compiles. */
function keep(path, contents) {
  try {
    replace(path, contents);
  } catch {}
}
