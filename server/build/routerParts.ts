import type { Plugin } from 'vite';

const ROUTER = /[\\/]react-router[\\/]dist[\\/].+\.mjs$/;

/**
 * Lets the bundler leave out what the app doesn't use of React Router: of its components made by functions of React, and
 * named in a statement of their own, it can't know that they have no effect.
 */
export const routerParts: Plugin = {
  name: 'router-parts',
  apply: 'build',
  transform(code, id) {
    return ROUTER.test(id) ? withoutEffects(code) : undefined;
  },
};

function withoutEffects(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .+;$/gm, '')
    .replaceAll(/= (\w+\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1');
}
