import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesUnder } from './filesUnder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = join(ROOT, 'web/gql');
const STAMP = join(ROOT, '.build/documents.stamp');
const CALL = /\bgraphql\(/g;
const DOCUMENT = /\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`[^`]*`/g;

/**
 * Generates web/gql: the typed documents, from schema.graphql and the web app's queries. Does nothing when neither
 * inputs nor output have changed, because graphql-codegen takes longer than the rest of a start. Throws, with its
 * output, when a query doesn't match the schema.
 */
export async function generateDocuments(): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()) return;
  const require = createRequire(import.meta.url);
  const codegen = join(dirname(require.resolve('@graphql-codegen/cli/package.json')), 'cjs/bin.js');
  await promisify(execFile)(process.execPath, [codegen, '--config', 'codegen.ts'], { cwd: ROOT }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`The queries of the web don't fit the schema.\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, fingerprint());
}

/** Hash of all inputs and of the output. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const add = (path: string, text: string) =>
    hash.update(path.slice(ROOT.length)).update('\0').update(text).update('\0');
  const whole = ['schema.graphql', 'codegen.ts', 'package-lock.json'].map((name) => join(ROOT, name));
  for (const path of [...whole, ...filesUnder(MADE).toSorted()]) add(path, readFileSync(path, 'utf8'));
  const sources = filesUnder(join(ROOT, 'web')).filter((path) => /\.tsx?$/.test(path) && !path.startsWith(MADE));
  for (const path of sources.toSorted()) {
    add(path, documentsIn(readFileSync(path, 'utf8')));
  }
  return hash.digest('hex');
}

/** The documents of a source file; the whole text if one of them is not a template literal, empty if there is none. */
export function documentsIn(source: string): string {
  const calls = source.match(CALL) ?? [];
  const documents = source.match(DOCUMENT) ?? [];
  return documents.length === calls.length ? documents.join('\0') : source;
}
