import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Kind, parse, print, visit, type DefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import type { Plugin } from 'vite';
import { DOCUMENTS_FILE } from '../config/builtWeb.ts';
import { filesUnder } from './filesUnder.ts';

/** Which types stand behind each union and interface; generated. */
const POSSIBLE_TYPES = 'gql/possibleTypes.ts';
const VIRTUAL = 'virtual:document/';
/** Rollup's mark for a module without a file. */
const RESOLVED = '\0document/';
const CALL = /\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]*)`,?\s*\)/g;
const IMPORT = /^import \{ graphql \} from '[^']*\/gql\/gql\.ts';$/m;

const TYPENAME: SelectionNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

export interface WebDocument {
  readonly definition: DefinitionNode;
  /** Names of the fragments that it spreads itself. */
  readonly spreads: readonly string[];
}

/**
 * Replaces each `graphql(…)` of the web app by an import of that document alone, so that a chunk holds the documents of
 * its own modules; the generated function imports all of them. Queries and mutations carry the SHA-256 hash of the text
 * that the client would send, and documents.json holds these texts by hash, for the server. Of the possible types those
 * are left that documents need.
 */
export function pageDocuments(folder: string): Plugin {
  let documents: ReadonlyMap<string, WebDocument> = new Map();
  return {
    name: 'page-documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      documents = readDocuments(folder);
    },
    transform(code, id) {
      if (id === join(folder, POSSIBLE_TYPES)) return ofFragments(code, documents);
      return id.startsWith(folder) && /\.tsx?$/.test(id) && IMPORT.test(code) ? withImports(code) : undefined;
    },
    resolveId(id) {
      return id.startsWith(VIRTUAL) ? RESOLVED + id.slice(VIRTUAL.length) : undefined;
    },
    load(id) {
      if (!id.startsWith(RESOLVED)) return undefined;
      return { code: moduleOf(id.slice(RESOLVED.length), documents), moduleSideEffects: false };
    },
    generateBundle() {
      const source = JSON.stringify(Object.fromEntries(trustedTexts(documents)));
      this.emitFile({ type: 'asset', fileName: basename(DOCUMENTS_FILE), source });
    },
  };
}

/** All documents in the sources under a folder, by name. */
export function readDocuments(folder: string): ReadonlyMap<string, WebDocument> {
  const sources = filesUnder(folder).filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/^(gql|dist)\b/.test(path.slice(folder.length + 1)),
  );
  const definitions = sources.flatMap(definitionsIn);
  return new Map(definitions.map((definition) => [nameOf(definition), documentOf(definition)]));
}

/** Names of the documents that a source file defines. */
export function documentsIn(path: string): string[] {
  return definitionsIn(path).map(nameOf);
}

function definitionsIn(path: string): DefinitionNode[] {
  return [...readFileSync(path, 'utf8').matchAll(CALL)].map(([, text = '']) => definitionIn(text));
}

/** The texts of the queries and mutations by hash. Subscriptions are sent over sockets, as texts. */
export function trustedTexts(documents: ReadonlyMap<string, WebDocument>): [hash: string, text: string][] {
  return [...documents]
    .filter(([, document]) => isHashed(document))
    .map(([name]) => textOf(name, documents))
    .map((text) => [hashOf(text), text]);
}

/** The hash by which a query of this name is sent. Throws if there is none. */
export function hashOfQuery(name: string, documents: ReadonlyMap<string, WebDocument>): string {
  return hashOf(textOf(name, documents));
}

function withImports(code: string): string {
  const names = new Set<string>();
  const replaced = code.replace(IMPORT, '').replace(CALL, (_call, text: string) => {
    const name = nameOf(definitionIn(text));
    names.add(name);
    return `document_${name}`;
  });
  return [...names].map((name) => `import document_${name} from '${VIRTUAL}${name}';`).join('') + replaced;
}

/**
 * The possible types of what fragments are on: of others Apollo Client has no use, except to warn in development. Most
 * are the unions of results, whose members the documents name.
 */
function ofFragments(code: string, documents: ReadonlyMap<string, WebDocument>): string {
  const all = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as Record<string, string[]>;
  const named = new Set<string>();
  for (const { definition } of documents.values()) {
    visit(definition, { NamedType: ({ name }) => void named.add(name.value) });
  }
  const kept = Object.entries(all).filter(([type]) => named.has(type));
  return `export const possibleTypes = ${JSON.stringify(Object.fromEntries(kept))};`;
}

/** The module of one document; fragments are imported, so that a chunk holds each once. */
function moduleOf(name: string, documents: ReadonlyMap<string, WebDocument>): string {
  const document = documentNamed(name, documents);
  const { definition, spreads } = document;
  const meta = isHashed(document) ? `, __meta__: { hash: '${hashOf(textOf(name, documents))}' }` : '';
  return [
    ...spreads.map((spread) => `import ${spread} from '${VIRTUAL}${spread}';`),
    `const own = ${compact(definition)};`,
    spreads.length === 0
      ? 'const definitions = [own];'
      : `const definitions = [...new Set([own, ${spreads.map((spread) => `...${spread}.definitions`).join(', ')}])];`,
    `export default { kind: 'Document', definitions${meta} };`,
  ].join('\n');
}

/** The text that Apollo Client prints for a document: without the directives that are its own. */
function textOf(name: string, documents: ReadonlyMap<string, WebDocument>): string {
  const names = new Set<string>();
  const add = (one: string) => {
    if (names.has(one)) return;
    names.add(one);
    documentNamed(one, documents).spreads.forEach(add);
  };
  add(name);
  const definitions = [...names].map((one) => documentNamed(one, documents).definition);
  return print(
    visit(
      { kind: Kind.DOCUMENT, definitions },
      { Directive: (directive) => (directive.name.value === 'unmask' ? null : undefined) },
    ),
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isHashed({ definition }: WebDocument): boolean {
  return definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== 'subscription';
}

function documentNamed(name: string, documents: ReadonlyMap<string, WebDocument>): WebDocument {
  const document = documents.get(name);
  if (!document) throw new Error(`No graphql(…) of the web app defines ${name}`);
  return document;
}

function definitionIn(text: string): DefinitionNode {
  const [definition, ...others] = parse(text, { noLocation: true }).definitions;
  if (!definition || others.length > 0) throw new Error(`Each graphql(…) defines one operation or fragment: ${text}`);
  return definition;
}

function nameOf(definition: DefinitionNode): string {
  const name = 'name' in definition ? definition.name?.value : undefined;
  if (name === undefined) throw new Error('An operation of the web app has no name');
  return name;
}

function documentOf(definition: DefinitionNode): WebDocument {
  const spreads = new Set<string>();
  const typed = visit(definition, {
    FragmentSpread({ name }) {
      spreads.add(name.value);
    },
    SelectionSet: {
      leave: (set, _key, parent) =>
        (parent as DefinitionNode | undefined)?.kind === Kind.OPERATION_DEFINITION ? undefined : withTypename(set),
    },
  });
  return { definition: typed, spreads: [...spreads] };
}

/** As Apollo Client adds it to what it sends; done here, the text and its hash are final. */
function withTypename(set: SelectionSetNode): SelectionSetNode {
  const has = set.selections.some((one) => one.kind === Kind.FIELD && one.name.value === '__typename');
  return has ? set : { ...set, selections: [...set.selections, TYPENAME] };
}

/** Without empty lists, which clients treat as absent. */
function compact(definition: DefinitionNode): string {
  return JSON.stringify(definition, (_key, value: unknown) =>
    Array.isArray(value) && value.length === 0 ? undefined : value,
  );
}
