import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesUnder } from './filesUnder.ts';
import { fingerprintOf, hasStamp, writeStamp } from './stamp.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = join(ROOT, 'web/gql');
const CALL = /\bgraphql\(/g;
/** A call with its document, whose text is the group. */
export const DOCUMENT = /\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]*)`,?\s*\)/g;

/**
 * Generates web/gql: the typed documents, from schema.graphql and the web app's queries. Does nothing when neither
 * inputs nor output have changed, because graphql-codegen takes longer than the rest of a start. Throws, with its
 * output, when a query doesn't match the schema.
 */
export async function generateDocuments(): Promise<void> {
  if (hasStamp('documents', fingerprint())) return;
  const require = createRequire(import.meta.url);
  const codegen = join(dirname(require.resolve('@graphql-codegen/cli/package.json')), 'cjs/bin.js');
  await promisify(execFile)(process.execPath, [codegen, '--config', 'codegen.ts'], { cwd: ROOT }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`The queries of the web don't fit the schema.\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  writeStamp('documents', fingerprint());
}

/** Hash of all inputs and of the output. Of the web's source files only the documents count. */
function fingerprint(): string {
  const whole = ['schema.graphql', 'codegen.ts', 'package-lock.json'].map((name) => join(ROOT, name));
  const sources = filesUnder(join(ROOT, 'web')).filter((path) => /\.tsx?$/.test(path) && !path.startsWith(MADE));
  const paths = [...whole, ...filesUnder(MADE).toSorted(), ...sources.toSorted()];
  const isSource = new Set(sources);
  return fingerprintOf(paths, (path) => {
    const text = readFileSync(path, 'utf8');
    return isSource.has(path) ? documentsIn(text) : text;
  });
}

/** The documents of a source file; the whole text if one of them is not a template literal, empty if there is none. */
export function documentsIn(source: string): string {
  const calls = source.match(CALL) ?? [];
  const documents = source.match(DOCUMENT) ?? [];
  return documents.length === calls.length ? documents.join('\0') : source;
}
