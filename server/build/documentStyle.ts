import type { Plugin } from 'vite';

/** Writes a style sheet into the document's head: before all others, and there without a further request. */
export function documentStyle(css: string): Plugin {
  return {
    name: 'document-style',
    transformIndexHtml: () => [{ tag: 'style', children: css, injectTo: 'head-prepend' }],
  };
}
