import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { WEB_DIST } from '../../server/config/builtWeb.ts';
import { sourceFiles } from './imports.ts';

/** What throws, or is null, in a browser that blocks cookies. Cached files and the worker's registration have their own. */
const GUARDED = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel']);
/** The wrapper, through which everything else goes. */
const WRAPPER = 'web/lib/storage.ts';

interface SyntaxNode {
  readonly type?: string;
  readonly start?: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly block?: unknown;
  readonly computed?: boolean;
  readonly property?: SyntaxNode;
}

/** Lines of accesses to a store: by its name or as a property, of `window` for example. `tries`: those in a `try` too. */
function accesses(path: string, { tries }: { tries: boolean }): number[] {
  const text = readFileSync(path, 'utf8');
  const found: number[] = [];
  const visit = (value: unknown, isTried: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: SyntaxNode = value;
    const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined;
    if (typeof name === 'string' && GUARDED.has(name) && (tries || !isTried)) {
      found.push(text.slice(0, node.start).split('\n').length);
    }
    for (const [key, child] of Object.entries(value)) {
      visit(child, isTried || (node.type === 'TryStatement' && key === 'block'));
    }
  };
  visit(parseSync(path, text).program, false);
  return found;
}

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));
const modules = sourceFiles()
  .map(({ path }) => path)
  .filter((path) => path.startsWith('web/') && path !== WRAPPER && !/\.test\.tsx?$/.test(path));
const inlineScripts = filesIn('web', /^[^/]+\.inline\.js$/);

describe('the browser’s storage', () => {
  it('is accessed by its wrapper alone', () => {
    expect(modules.length).toBeGreaterThan(100);
    const found = modules.flatMap((path) => accesses(path, { tries: true }).map((line) => `${path}:${line}`));
    expect(found).toEqual([]);
    expect(accesses(WRAPPER, { tries: true })).not.toEqual([]);
  });

  it('is accessed within a try by scripts of the document, which run before any module', () => {
    expect(inlineScripts.flatMap((path) => accesses(path, { tries: true }))).not.toEqual([]);
    expect(inlineScripts.flatMap((path) => accesses(path, { tries: false }).map((line) => `${path}:${line}`))).toEqual(
      [],
    );
  });

  it('is accessed by no library in the build', { timeout: 300_000 }, async () => {
    await buildWebIfChanged(() => {});
    const named = filesIn(join(WEB_DIST, 'assets'), /^[^/]+\.js$/).filter((file) =>
      /\b(?:localStorage|sessionStorage)\b/.test(readFileSync(file, 'utf8')),
    );
    const chunks = named.map((file) => /(\w+)-[\w-]+\.js$/.exec(file)?.[1]);
    // Mantine's default manager of colour schemes, in whose place WithMantine.tsx puts the app's; and the wrapper.
    expect(new Set(chunks)).toEqual(new Set(['office', 'app']));
    expect(readFileSync('web/features/admin/WithMantine.tsx', 'utf8')).toContain('colorSchemeManager={manager}');
  });
});
