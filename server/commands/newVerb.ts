import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandArguments, refuseArguments } from './commandArguments.ts';
import { domainFile, mutationFile, operationFile, restTest, testFile } from './verbTemplates.ts';

const USAGE = `npm run new -- verb closeAccount [CONTEXT]
  Writes the skeleton of a verb for players with its permission, mutation, REST call and test, and schema.graphql anew.
  The result passes npm run check; the verb's logic is still to be written (.github/CONTRIBUTING.md#add-a-verb).`;

/** The new and changed files of a verb, by path from the project's root. `read` returns a file's current text. */
export function newVerb(name: string, context: string, read: (path: string) => string): Map<string, string> {
  const [, does, noun] = /^([a-z]+)([A-Z][A-Za-z]*)$/.exec(name) ?? [];
  if (!does || !noun) throw new Error(`${name} is not a verb and a noun, such as closeAccount`);
  const action = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}:${does}`;
  const words = `${does} ${noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()}`;
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);

  const permissions = 'server/domain/permissions.ts';
  const audiences = 'tests/api/graphqlAuthorization.test.ts';
  return new Map([
    [`server/domain/${context}/${name}.ts`, domainFile(name, action, sentence)],
    [`server/graphql/${name}.ts`, mutationFile(name, context, sentence)],
    [`server/rest/${name}.ts`, operationFile(name, context, sentence)],
    [`tests/api/${name}.test.ts`, testFile(name, context)],
    [permissions, after(read(permissions), /^ {2}'\w+:\w+': players,$/gm, `  '${action}': players,`)],
    [audiences, after(read(audiences), /^ {2}\w+: 'players',(?=\n {2}\w+: 'finance')/gm, `  ${name}: 'players',`)],
    ...edited('server/graphql/schema.ts', [[/^import '\.\/\w+\.ts';$/gm, `import './${name}.ts';`]]),
    ...edited('server/rest/operationIds.ts', [[/^ {2}'\w+',$/gm, `  '${name}',`]]),
    ...edited('server/rest/operations.ts', [
      [/^import \{ \w+Operations \} from .+$/gm, `import { ${name}Operations } from './${name}.ts';`],
      [/^ {2}\.\.\.\w+Operations,$/gm, `  ...${name}Operations,`],
    ]),
    ...edited('tests/api/restPlayer.test.ts', [[/^\}\);$/gm, restTest(name)]]),
    ...edited('server/rest/README.md', [
      [/^\| `POST \/player\/.+$/gm, `| \`POST /player/${name}\` | \`mutation ${name}\` |`],
    ]),
  ]);

  function edited(path: string, lines: [RegExp, string][]): [string, string][] {
    return [[path, lines.reduce((text, [like, line]) => after(text, like, line), read(path))]];
  }
}

/** The text with `line` inserted after the last line that matches `like`. */
function after(text: string, like: RegExp, line: string): string {
  const last = [...text.matchAll(like)].at(-1);
  if (last === undefined) throw new Error(`there is no line like ${like} to put ${line} below`);
  if (text.includes(`\n${line}\n`)) throw new Error(`${line.trim()} is there already`);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  const { positionals } = commandArguments(USAGE, { positionals: ['What to write', 'Its name'], more: 1 });
  const [what, name = '', context = 'accounts'] = positionals;
  if (what !== 'verb') refuseArguments(USAGE, `${what} can't be written.`);
  if (!existsSync(`server/domain/${context}`)) throw new Error(`server/domain has no context ${context}`);
  const files = newVerb(name, context, (path) => readFileSync(path, 'utf8'));
  const taken = [...files.keys()].find((path) => path.includes(name) && existsSync(path));
  if (taken) throw new Error(`${taken} is there already`);
  for (const [path, text] of files) writeFileSync(path, text);
  execFileSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...files.keys()], { stdio: 'inherit' });
  execFileSync(process.execPath, ['server/build/run.mjs', 'server/commands/printSchema.ts'], { stdio: 'inherit' });
}
