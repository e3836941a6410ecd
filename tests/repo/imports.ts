import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  /** Project files that it imports or re-exports, types included. */
  readonly imports: string[];
  /** Those of them that it imports at run time only. */
  readonly lazyImports: string[];
  /** Names of the values that it exports. */
  readonly exports: string[];
  /** Packages that it imports, by name. */
  readonly packages: string[];
  /** Whether it only re-exports. */
  readonly isBarrel: boolean;
}

const MESSAGES = '#messages/';

/** Every source file of the product with its imports, parsed from the code. */
export function sourceFiles(): SourceFile[] {
  return ['server', 'db', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|^web\/(gql|dist)\//.test(path))
    .toSorted()
    .map(parse);
}

/** One file. Throws where it can't be read. */
export function parse(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const { module, program } = parseSync(path, text);
  const lazy = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  const requests = [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) => item.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...lazy,
  ];
  const filesOf = (all: string[]) =>
    all.flatMap((request) => {
      // By the imports of package.json.
      if (request.startsWith(MESSAGES)) return [`web/messages/en/${request.slice(MESSAGES.length)}`];
      return request.startsWith('.') ? [normalize(join(dirname(path), request)).replaceAll('\\', '/')] : [];
    });
  return {
    path,
    imports: filesOf(requests),
    lazyImports: filesOf(lazy),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, exportName }) => (isType || exportName.name === null ? [] : [exportName.name])),
    ),
    packages: requests.filter((request) => !/^[.#]/.test(request)).map(packageName),
    isBarrel:
      program.body.length > 0 &&
      program.body.every(({ type }) => type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration') &&
      module.staticExports.every((item) => item.entries.every((entry) => entry.moduleRequest !== null)),
  };
}

function packageName(request: string): string {
  if (request.startsWith('node:')) return request;
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/');
}

/** Cyclic import chains, each listed once. */
export function cycles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map((file) => [file.path, file.imports]));
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

/** Imports of files that don't exist (except assets and generated code). */
export function danglingImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((target) => /\.(ts|tsx|mjs)$/.test(target) && !target.startsWith('web/gql/') && !existsSync(target))
      .map((target) => `${path} -> ${target}`),
  );
}
