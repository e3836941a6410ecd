import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Writes a style sheet and a script into the document's head: before all others, and there without a further request. The
 * server allows the script by its hash (server/http/webPage.ts).
 */
export function documentHead(css: string, script: string): Plugin {
  const { code } = transformSync(script, { minify: true });
  return {
    name: 'document-head',
    transformIndexHtml: () => [
      { tag: 'style', children: css, injectTo: 'head-prepend' },
      { tag: 'script', children: code.trim(), injectTo: 'head-prepend' },
    ],
  };
}
