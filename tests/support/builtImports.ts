import { posix } from 'node:path';
import { parseAst } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
  readonly source?: SyntaxNode | null;
  readonly arguments?: readonly SyntaxNode[];
  readonly elements?: readonly (SyntaxNode | null)[];
  readonly expressions?: readonly SyntaxNode[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

interface LazyImport {
  readonly script: string;
  /** What is loaded before it, by its list. */
  readonly files: readonly string[];
}

interface Imports {
  readonly needed: readonly string[];
  readonly lazy: readonly LazyImport[];
}

/** Which scripts a build's scripts import, statically and by `import()`. */
export class BuiltImports {
  readonly #textOf: (script: string) => string;
  readonly #known = new Map<string, Imports>();

  /** `textOf` returns the text of a script, by its path in the build. */
  constructor(textOf: (script: string) => string) {
    this.#textOf = textOf;
  }

  /** Scripts with all that they import statically. */
  closureOf(scripts: readonly string[]): ReadonlySet<string> {
    const found = new Set(scripts);
    // A set's iterator reaches what is added meanwhile.
    for (const script of found) for (const one of this.#of(script).needed) found.add(one);
    return found;
  }

  /**
   * Every `import()` that is reached from the document's scripts, with the scripts that the import itself would request: neither its
   * list nor an import before has them.
   */
  reachedFrom(
    document: readonly string[],
  ): { readonly importer: string; readonly script: string; readonly unlisted: string[] }[] {
    const reached = new Set(this.closureOf(document));
    const found = [];
    for (const importer of reached) {
      const loaded = this.closureOf([...document, importer]);
      for (const { script, files } of this.#of(importer).lazy) {
        const needed = [...this.closureOf([script])];
        for (const one of needed) reached.add(one);
        found.push({ importer, script, unlisted: needed.filter((one) => !loaded.has(one) && !files.includes(one)) });
      }
    }
    return found;
  }

  #of(script: string): Imports {
    const known = this.#known.get(script) ?? importsOf(script, this.#textOf(script));
    this.#known.set(script, known);
    return known;
  }
}

function importsOf(script: string, text: string): Imports {
  const needed: string[] = [];
  const lazy: LazyImport[] = [];
  let listed: readonly string[] = [];
  const resolved = (node: SyntaxNode) => posix.join(posix.dirname(script), textIn(node) ?? '');
  // `calls` are those around a node, outermost first.
  const visit = (value: unknown, calls: readonly SyntaxNode[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    const texts = (node.elements ?? []).map(textIn);
    if (texts[0]?.startsWith('assets/')) listed = texts.map(String);
    // A library's own import of an address that it is given has none here.
    if (node.type === 'ImportExpression' && node.source && textIn(node.source) !== null) {
      // `importModule(() => import(…), e([0, 1]))`, and within it maybe `import(…).then((module) => …)`.
      const around = calls.findLast((call) => call.arguments?.length === 2);
      const places = placesIn(around?.arguments?.[1]);
      lazy.push({ script: resolved(node.source), files: places.map((place) => listed[place] ?? '') });
    } else if (/^(Import|Export\w+)Declaration$/.test(node.type) && node.source) {
      needed.push(resolved(node.source));
    }
    const within = node.type === 'CallExpression' ? [...calls, node] : calls;
    for (const part of Object.values(node)) visit(part, within);
  };
  visit(parseAst(text), []);
  return { needed, lazy };
}

/** The numbers in `e([0, 1])`: places in the list at the script's beginning. */
function placesIn(list: SyntaxNode | undefined): number[] {
  return (list?.arguments?.[0]?.elements ?? []).map((element) => Number(element?.value));
}

function textIn(node: SyntaxNode | null): string | null {
  if (typeof node?.value === 'string') return node.value;
  return node?.expressions?.length === 0 ? (node.quasis?.[0]?.value.cooked ?? null) : null;
}
