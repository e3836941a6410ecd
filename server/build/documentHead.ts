import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Writes a style sheet and a script into the document's head: before all others, and there without a further request; and
 * a script at the start of its body, after what the server writes into the head. The server allows the scripts by their
 * hash (server/http/webPage.ts).
 */
export function documentHead(css: string, script: string, bodyScript: string): Plugin {
  return {
    name: 'document-head',
    transformIndexHtml: () => [
      { tag: 'style', children: css, injectTo: 'head-prepend' },
      { tag: 'script', children: minified(script), injectTo: 'head-prepend' },
      { tag: 'script', children: minified(bodyScript), injectTo: 'body-prepend' },
    ],
  };
}

function minified(script: string): string {
  return transformSync(script, { minify: true }).code.trim();
}
