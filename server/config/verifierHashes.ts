import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WEB_DIST } from './builtWeb.ts';

/** The SHA-256 of each verifier of the built web app, from its verifiers.txt; null where there is no build. */
export function readVerifierHashes(root = WEB_DIST): { readonly html: Buffer; readonly python: Buffer } | null {
  const file = join(root, 'verifiers.txt');
  if (!statSync(file, { throwIfNoEntry: false })) return null;
  const text = readFileSync(file, 'utf8');
  const hashOf = (name: string) => {
    const [, hash] = new RegExp(`^([0-9a-f]{64})  ${name}$`, 'm').exec(text) ?? [];
    if (hash === undefined) throw new Error(`${file} has no hash of ${name}`);
    return Buffer.from(hash, 'hex');
  };
  return { html: hashOf('verify.html'), python: hashOf('verify.py') };
}
