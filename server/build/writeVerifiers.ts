import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where verify.html's template and script are, below the project's folder, and the other verifier. */
const PAGE = 'web/verify/verify.html';
const SCRIPT = 'web/verify/verify.ts';
const PYTHON_VERIFIER = 'web/verify/verify.py';

/**
 * Writes the verifiers into a finished build: `verify.html`, one file that allows itself no request and no script but its own;
 * `verify.py`; and `verifiers.txt` with their SHA-256 hashes, as `sha256sum -c` reads it.
 */
export async function writeVerifiers(root: string, build: string): Promise<void> {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    entryPoints: [join(root, SCRIPT)],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    charset: 'utf8',
    write: false,
  });
  // esbuild writes no `</script` into a script.
  const script = outputFiles[0]?.text ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const trustedTypes = "require-trusted-types-for 'script'; trusted-types 'none'";
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; ${trustedTypes}`;
  const html = readFileSync(join(root, PAGE), 'utf8')
    .replace('<!-- policy -->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace(/<script>[^]*<\/script>/, () => `<script>${script}</script>`);
  const files = { 'verify.html': html, 'verify.py': readFileSync(join(root, PYTHON_VERIFIER), 'utf8') };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(build, name), text);
  const hashes = Object.entries(files).map(
    ([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(build, 'verifiers.txt'), hashes.join(''));
}
