import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { Kind, parse, print, visit, type DocumentNode } from 'graphql';
import type { Plugin } from 'vite';
import { DOCUMENTS_FILE } from '../config/builtWeb.ts';
import { DOCUMENT } from './documents.ts';

const VIRTUAL = 'virtual:document/';
/** Rollup's mark for a module without a file. */
const RESOLVED = '\0document/';
const IMPORT = /^import \{ graphql \} from '[^']*\/gql\/gql\.ts';$/m;

/** By the name of its operation or fragment: it, and after it all fragments that it needs. */
export type Documents = ReadonlyMap<string, DocumentNode>;

/**
 * Replaces each `graphql(…)` of the web app by an import of that document alone, so that a chunk holds the documents of
 * its own modules; the generated function imports all of them. Queries and mutations carry the SHA-256 hash of their
 * text, and documents.json holds these texts by hash, for the server.
 */
export function pageDocuments(web: string): Plugin {
  let documents: Documents = new Map();
  return {
    name: 'page-documents',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      documents = await readDocuments(web);
    },
    transform(code, id) {
      return id.startsWith(web) && IMPORT.test(code) ? withImports(code) : undefined;
    },
    resolveId(id) {
      return id.startsWith(VIRTUAL) ? RESOLVED + id.slice(VIRTUAL.length) : undefined;
    },
    load(id) {
      if (!id.startsWith(RESOLVED)) return undefined;
      return { code: moduleOf(documentNamed(id.slice(RESOLVED.length), documents)), moduleSideEffects: false };
    },
    generateBundle() {
      const texts = [...documents.values()].filter(isHashed).map((document) => [hashOf(document), textOf(document)]);
      const source = JSON.stringify(Object.fromEntries(texts));
      this.emitFile({ type: 'asset', fileName: basename(DOCUMENTS_FILE), source });
    },
  };
}

/** The documents that graphql-codegen has made of the web app's sources (documents.ts). */
export async function readDocuments(web: string): Promise<Documents> {
  const { code } = await transform(readFileSync(join(web, 'gql/graphql.ts')), { loader: 'ts' });
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, DocumentNode>;
  return new Map(Object.values(module).map((document) => [nameOf(document.definitions[0]), document]));
}

/** The document of this name. Throws if there is none. */
export function documentNamed(name: string, documents: Documents): DocumentNode {
  const document = documents.get(name);
  if (!document) throw new Error(`No graphql(…) of the web app defines ${name}`);
  return document;
}

/** The hash by which a query or mutation is sent. */
export function hashOf(document: DocumentNode): string {
  return createHash('sha256').update(textOf(document)).digest('hex');
}

/** What the server executes: without the directives that are Apollo Client's own. */
function textOf(document: DocumentNode): string {
  return print(visit(document, { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) }));
}

/** Subscriptions are sent over sockets, as texts. */
function isHashed({ definitions: [own] }: DocumentNode): boolean {
  return own?.kind === Kind.OPERATION_DEFINITION && own.operation !== 'subscription';
}

function withImports(code: string): string {
  const names = new Set<string>();
  const replaced = code.replace(IMPORT, '').replace(DOCUMENT, (_call, text: string) => {
    const name = nameOf(parse(text).definitions[0]);
    names.add(name);
    return `document_${name}`;
  });
  return [...names].map((name) => `import document_${name} from '${VIRTUAL}${name}';`).join('') + replaced;
}

/** The module of one document; fragments are imported, so that a chunk holds each once. */
function moduleOf(document: DocumentNode): string {
  const [own, ...fragments] = document.definitions;
  const names = fragments.map(nameOf);
  const meta = isHashed(document) ? `, __meta__: { hash: '${hashOf(document)}' }` : '';
  return [
    ...names.map((name) => `import ${name} from '${VIRTUAL}${name}';`),
    `const definitions = [${[JSON.stringify(own), ...names.map((name) => `${name}.definitions[0]`)].join(', ')}];`,
    `export default { kind: 'Document', definitions${meta} };`,
  ].join('\n');
}

function nameOf(definition: DocumentNode['definitions'][number] | undefined): string {
  const name = definition && 'name' in definition ? definition.name?.value : undefined;
  if (name === undefined) throw new Error('An operation of the web app has no name');
  return name;
}
