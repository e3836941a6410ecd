import { expect, it } from 'vitest';
import type { Rolldown } from 'vite';
import { importedFiles } from './importedFiles.ts';

const chunk = (fileName: string, imports: string[], isEntry = false) => ({ type: 'chunk', fileName, imports, isEntry });
const chunks = [
  chunk('assets/app.js', ['assets/react.js'], true),
  chunk('assets/react.js', []),
  chunk('assets/client.js', []),
  chunk('assets/player.js', ['assets/app.js', 'assets/client.js']),
  chunk('assets/page.js', ['assets/player.js', 'assets/list.js']),
  chunk('assets/list.js', ['assets/icon.js', 'assets/app.js']),
  chunk('assets/icon.js', []),
];

type Resolve = (file: string, beside: string[], context: { hostId: string; hostType: 'html' | 'js' }) => string[];

function givenPlugin() {
  const plugin = importedFiles('/web');
  const { handler } = plugin.generateBundle as { handler: (options: object, bundle: Rolldown.OutputBundle) => void };
  handler({}, Object.fromEntries(chunks.map((one) => [one.fileName, one])) as unknown as Rolldown.OutputBundle);
  const { build } = (plugin.config as () => { build: { modulePreload: { resolveDependencies: Resolve } } })();
  return { load: plugin.load as (id: string) => string | undefined, scripts: build.modulePreload.resolveDependencies };
}

it('lists the imported script, and all that it needs and the entry lacks', () => {
  const { scripts } = givenPlugin();
  const host = { hostId: 'assets/app.js', hostType: 'js' } as const;
  const needed = ['assets/page.js', 'assets/player.js', 'assets/client.js', 'assets/list.js', 'assets/icon.js'];
  expect(scripts('assets/page.js', [], host)).toEqual(needed);
  expect(scripts('assets/client.js', [], host)).toEqual(['assets/client.js']);
});

it('leaves out what the importing script has loaded', () => {
  const { scripts } = givenPlugin();
  const listed = scripts('assets/page.js', [], { hostId: 'assets/player.js', hostType: 'js' });
  expect(listed).toEqual(['assets/page.js', 'assets/list.js', 'assets/icon.js']);
});

it('leaves the list of the document as it is', () => {
  const { scripts } = givenPlugin();
  expect(scripts('assets/app.js', ['assets/react.js'], { hostId: 'index.html', hostType: 'html' })).toEqual([
    'assets/react.js',
  ]);
});

it('puts the app’s function in the place of Vite’s, and changes no other module', () => {
  const { load } = givenPlugin();
  expect(load('\0vite/preload-helper.js')).toBe(
    'export { importModule as __vitePreload } from "/web/lib/importModule.ts";',
  );
  expect(load('/web/main.tsx')).toBeUndefined();
});
