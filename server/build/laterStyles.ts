import type { Plugin } from 'vite';

const HELPER = /\0vite\/preload-helper/;

/**
 * Puts style sheets that are loaded with a later page at the end of the body: after those of the document, which stand
 * there below its shell (server/http/webPage.ts). In the head, where Vite puts them, they would come before these, and a
 * sheet would lose to the dialog that it is made of.
 */
export const laterStyles: Plugin = {
  name: 'later-styles',
  apply: 'build',
  transform(code, id) {
    if (!HELPER.test(id)) return undefined;
    const changed = code.replace('document.head.appendChild(', 'document.body.appendChild(');
    if (changed === code) throw new Error('Vite loads style sheets in another way now');
    return changed;
  },
};
