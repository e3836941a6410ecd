import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Operator, operatorFooter } from '../platform/operator.ts';
import { WEB_DIST } from './builtWeb.ts';

/** Of the two verifiers. */
interface VerifierHashes {
  readonly html: Buffer;
  readonly python: Buffer;
}

/**
 * The SHA-256 of each verifier of the built web app, from its verifiers.txt; of verify.html with the operator's licence, where there is
 * an operator. Null where there is no build.
 */
export function readVerifierHashes(operator: Operator | null, root = WEB_DIST): VerifierHashes | null {
  const text = operator ? readVerifiers(operator, root)?.hashes : readHashes(root);
  if (text === undefined || text === null) return null;
  const hashOf = (name: string) => {
    const [, hash] = lineOf(name).exec(text) ?? [];
    if (hash === undefined) throw new Error(`${join(root, 'verifiers.txt')} has no hash of ${name}`);
    return Buffer.from(hash, 'hex');
  };
  return { html: hashOf('verify.html'), python: hashOf('verify.py') };
}

/**
 * The built verify.html, ending with the operator and its licence, and the text of verifiers.txt with the hash that it has so. Null where
 * there is no build.
 */
export function readVerifiers(
  operator: Operator,
  root = WEB_DIST,
): { readonly html: string; readonly hashes: string } | null {
  const built = readHashes(root);
  if (built === null) return null;
  const page = readFileSync(join(root, 'verify.html'), 'utf8');
  const end = page.lastIndexOf('</body>');
  const html = page.slice(0, end) + operatorFooter(operator) + page.slice(end);
  const hash = createHash('sha256').update(html).digest('hex');
  return { html, hashes: built.replace(lineOf('verify.html'), `${hash}  verify.html`) };
}

const lineOf = (name: string) => new RegExp(`^([0-9a-f]{64})  ${name}$`, 'm');

function readHashes(root: string): string | null {
  const file = join(root, 'verifiers.txt');
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null;
}
