import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import { compileGroup, type Locales } from './messageGroup.ts';
import { localFile } from '../config/builtWeb.ts';

interface Options {
  /** The languages of the app, the one that the sources import first. */
  readonly locales: Locales;
  /** Words of the document itself, in the first language and in each other one. */
  readonly documentWords: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
}

const START = /__words_(\w+?)_[0-9a-f]{8}__\(/;
const MARKED = new RegExp(`${START.source}([\\s\\S]*?),\\s*[\`'"]__end_\\1__[\`'"]\\)`, 'g');

/**
 * Builds the web app in each language at the cost of one bundle. The bundler gets the groups of messages of the first
 * language, each between two marks, and every name of a file depends on all languages. Afterwards the marks are removed;
 * and each script with messages, and each that imports such a script, is written again under assets/<language> with the
 * groups of that language in their place. A page loads the scripts of one language. The document, and the list of what
 * pages need, are written as index.<language>.html and pages.<language>.json.
 */
export function languages(web: string, { locales, documentWords }: Options): Plugin {
  const [first = '', ...others] = Object.keys(locales);
  const messages = join(web, 'messages');
  const groups = new Groups(messages, first, others, locales);
  return {
    name: 'languages',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.startsWith(join(messages, first, '/')) || !/^export const /m.test(code)) return undefined;
      return { code: await groups.markedModule(id), moduleSideEffects: false, map: null };
    },
    writeBundle: {
      order: 'post',
      handler({ dir = '' }, bundle) {
        const scripts = Object.values(bundle).filter((output) => output.type === 'chunk');
        for (const language of others) {
          writeLanguage(dir, scripts, { language, first, groups, words: documentWords[language] ?? [] });
        }
        for (const { fileName, code } of scripts) {
          if (START.test(code)) writeFileSync(join(dir, fileName), code.replaceAll(MARKED, '($2)'));
        }
      },
    },
  };
}

class Groups {
  readonly #folder: string;
  readonly #first: string;
  readonly #others: readonly string[];
  readonly #locales: Locales;
  /** Minified, by language and name. */
  readonly #expressions = new Map<string, string>();

  constructor(folder: string, first: string, others: readonly string[], locales: Locales) {
    this.#folder = folder;
    this.#first = first;
    this.#others = others;
    this.#locales = locales;
  }

  /** The module of a group of the first language: marked, if another language has the group too. */
  async markedModule(path: string): Promise<string> {
    const { name, expression } = await compileGroup(readFileSync(path, 'utf8'), this.#locales);
    const hash = createHash('sha256');
    let translated = false;
    for (const language of this.#others) {
      const place = join(this.#folder, language, path.slice(join(this.#folder, this.#first, '/').length));
      if (!existsSync(place)) continue;
      translated = true;
      const other = await minified((await compileGroup(readFileSync(place, 'utf8'), this.#locales)).expression);
      hash.update(other);
      this.#expressions.set(`${language} ${name}`, other);
    }
    if (!translated) return `export const ${name} = ${expression};`;
    const mark = `__words_${name}_${hash.digest('hex').slice(0, 8)}__`;
    return `export const ${name} = /* @__PURE__ */ ${mark}(${expression}, '__end_${name}__');`;
  }

  /** A script with the groups of a language; without its marks. */
  written(code: string, language: string): string {
    return code.replaceAll(MARKED, (_marked, name: string, own: string) => {
      return `(${this.#expressions.get(`${language} ${name}`) ?? own})`;
    });
  }
}

interface Target {
  readonly language: string;
  readonly first: string;
  readonly groups: Groups;
  readonly words: readonly (readonly [from: string, to: string])[];
}

function writeLanguage(dir: string, scripts: readonly Rolldown.OutputChunk[], target: Target): void {
  const { language, first, groups, words } = target;
  const own = ownScripts(scripts);
  const moved = (path: string) => path.replace(/^assets\//, `assets/${language}/`);
  const withPaths = (text: string) =>
    text.replaceAll(/\bassets\/[\w~.-]+\.js\b/g, (path) => (own.has(path) ? moved(path) : path));
  for (const { fileName, code } of scripts) {
    if (!own.has(fileName)) continue;
    const imports = code.replaceAll(/(?<=["'`])\.\/([\w~.-]+\.js)(?=["'`])/g, (path, name: string) =>
      own.has(`assets/${name}`) ? path : `../${name}`,
    );
    const file = join(dir, moved(fileName));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, groups.written(withPaths(imports), language));
  }
  for (const name of ['index.html', 'pages.json']) {
    const text = readFileSync(join(dir, name), 'utf8').replace(`<html lang="${first}"`, `<html lang="${language}"`);
    const worded = words.reduce((written, [from, to]) => written.replaceAll(from, to), text);
    writeFileSync(join(dir, localFile(name, language)), withPaths(worded));
  }
}

/** Names of the scripts that hold messages, or import one that does. */
function ownScripts(scripts: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const own = new Set(scripts.filter(({ code }) => START.test(code)).map(({ fileName }) => fileName));
  let before = -1;
  while (before < own.size) {
    before = own.size;
    for (const { fileName, imports, dynamicImports } of scripts) {
      if ([...imports, ...dynamicImports].some((name) => own.has(name))) own.add(fileName);
    }
  }
  return own;
}

async function minified(expression: string): Promise<string> {
  // Assigned to something, or it would be removed as unused.
  const { code } = await transform(`m.x=${expression}`, { minify: true, charset: 'utf8' });
  return code.replace(/^m\.x=/, '').replace(/;\s*$/, '');
}
