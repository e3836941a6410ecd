import type { Plugin, Rolldown } from 'vite';

interface Part {
  /** Modules of a library. */
  readonly of: RegExp;
  readonly without: (code: string) => string;
}

const parts: readonly Part[] = [
  { of: /[\\/]react-router[\\/]dist[\\/].+\.mjs$/, without: withoutEffects },
  // Documents of the web app have no type system: what prints and visits its definitions is two thirds of these tables.
  {
    of: /[\\/]graphql[\\/]language[\\/]printer\.mjs$/,
    without: cut(/ {2}\/\/ Type System Definitions\n[\s\S]+?(?=^\};)/m),
  },
  { of: /[\\/]graphql[\\/]language[\\/]ast\.mjs$/, without: cut(/ {2}SchemaDefinition: \[[\s\S]+?(?=^\};)/m) },
  {
    of: /[\\/]graphql[\\/]language[\\/]kinds\.mjs$/,
    without: cut(/ {2}Kind\['SCHEMA_DEFINITION'\][\s\S]+?(?=^\}\)\(Kind)/m),
  },
  // `useSuspenseFragment` keeps its fragments in the same cache as queries that suspend.
  {
    of: /[\\/]@apollo[\\/]client[\\/].+[\\/]SuspenseCache\.js$/,
    without: cut(/^ {4}getQueryRef\([\s\S]+?(?=^ {4}getFragmentRef\()/m),
  },
];
/** The hooks of Apollo Client that need what is left out. */
const suspendingQueries = /[\\/]@apollo[\\/]client[\\/].+[\\/]use(Suspense|Background|Loadable)Query\.js$/;

/** Leaves out what the app doesn't use of its libraries, and the bundler can't know to be unused. */
export const libraryParts: Plugin = {
  name: 'library-parts',
  apply: 'build',
  transform(code, id) {
    const part = parts.find(({ of }) => of.test(id));
    return part?.without(code);
  },
  generateBundle(_options, bundle) {
    const missing = modulesOf(bundle).find((id) => suspendingQueries.test(id));
    if (missing !== undefined) throw new Error(`${missing} needs what server/build/libraryParts.ts leaves out`);
  },
};

function cut(text: RegExp): (code: string) => string {
  return (code) => {
    if (!text.test(code)) throw new Error(`A library has changed: ${text.source} isn't in it`);
    return code.replace(text, '');
  };
}

/**
 * Of components made by functions of React, and named in a statement of their own, the bundler can't know that they have
 * no effect.
 */
function withoutEffects(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .+;$/gm, '')
    .replaceAll(/= (\w+\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1');
}

function modulesOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []));
}
