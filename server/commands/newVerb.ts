import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandArguments, refuseArguments } from './commandArguments.ts';
import { beforeCallOf, withElement, withImports, withModule, withProperty } from './sourceEdits.ts';
import {
  domainFile,
  mutationCall,
  mutationImports,
  type NewVerb,
  operationCall,
  operationImports,
  operationRow,
  pathsOf,
  restTest,
  testFile,
} from './verbTemplates.ts';

const USAGE = `npm run new -- verb closeAccount accounts/status [--rest]
  Writes the skeleton of a verb for players with its permission, mutation and test, and schema.graphql anew.
  --rest adds a call of the REST API, which existing clients alone use.
  The result passes npm run check; the verb's logic is still to be written (.github/CONTRIBUTING.md#add-a-verb).`;

const PERMISSIONS = 'server/domain/ground/actors/permissions.ts';
const AUDIENCES = 'tests/api/graphqlAuthorization.test.ts';
const SCHEMA = 'server/graphql/schema/schema.ts';
const CALLS = 'server/rest/player.ts';
const CALL_TABLE = 'server/rest/README.md';
const CALL_TESTS = 'tests/api/restPlayer.test.ts';

interface Place {
  /** Its context, or a room of it. */
  readonly context: string;
  /** With a call of the REST API. */
  readonly rest: boolean;
}

/**
 * The new and changed files of a verb, by path from the project's root. `read` returns a file's current text, null where there is none.
 * Throws for a name that is no verb and noun, and for one that is taken.
 */
export function newVerb(
  name: string,
  { context, rest }: Place,
  read: (path: string) => string | null,
): Map<string, string> {
  const [, does, noun] = /^([a-z]+)([A-Z][A-Za-z]*)$/.exec(name) ?? [];
  if (!does || !noun) throw new Error(`${name} is not a verb and a noun, such as closeAccount`);
  const subject = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  const words = `${does} ${noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()}`;
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  const verb: NewVerb = { name, context, action: `${subject}:${does}`, sentence };

  const paths = pathsOf(verb);
  for (const path of Object.values(paths)) if (read(path) !== null) throw new Error(`${path} is there already`);
  const present = (path: string) => read(path) ?? missing(path);
  return new Map([
    [paths.verb, domainFile(verb)],
    [paths.test, testFile(verb)],
    [PERMISSIONS, withProperty(present(PERMISSIONS), 'permissions', { key: `'${verb.action}'`, value: 'players' })],
    [AUDIENCES, withProperty(present(AUDIENCES), 'mutations', { key: name, value: `'players'` })],
    ...mutationFiles(verb, subject, read),
    ...(rest ? operationFiles(verb, present) : []),
  ]);
}

/** The noun's file with the mutation; a new noun is also imported by the schema. */
function mutationFiles(verb: NewVerb, noun: string, read: (path: string) => string | null): [string, string][] {
  const path = `server/graphql/schema/${noun}.ts`;
  const existing = read(path);
  const text = withImports(`${existing ?? ''}${mutationCall(verb)}`, mutationImports(verb, path));
  if (existing !== null) return [[path, text]];
  return [
    [path, text],
    [SCHEMA, withModule(read(SCHEMA) ?? missing(SCHEMA), `./${noun}.ts`)],
  ];
}

function operationFiles(verb: NewVerb, read: (path: string) => string): [string, string][] {
  const calls = withElement(read(CALLS), 'playerOperations', operationCall(verb));
  return [
    [CALLS, withImports(calls, operationImports(verb, CALLS))],
    [CALL_TESTS, beforeCallOf(read(CALL_TESTS), 'expectEverythingReached', restTest(verb))],
    // The table of calls is the end of the document.
    [CALL_TABLE, `${read(CALL_TABLE)}${operationRow(verb)}`],
  ];
}

function missing(path: string): never {
  throw new Error(`${path} is missing`);
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  const { positionals, values } = commandArguments(USAGE, {
    options: { rest: { type: 'boolean' } },
    positionals: ['What to write', 'Its name', 'Its context'],
  });
  const [what, name = '', context = ''] = positionals;
  if (what !== 'verb') refuseArguments(USAGE, `${what} can't be written.`);
  if (!existsSync(`server/domain/${context}`)) throw new Error(`server/domain has no context ${context}`);
  const files = newVerb(name, { context, rest: values.rest ?? false }, (path) =>
    existsSync(path) ? readFileSync(path, 'utf8') : null,
  );
  for (const [path, text] of files) writeFileSync(path, text);
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...files.keys()], { stdio: 'inherit' });
  execFileSync(process.execPath, ['server/build/run.mjs', 'server/commands/printSchema.ts'], { stdio: 'inherit' });
}
