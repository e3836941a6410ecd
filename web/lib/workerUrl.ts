interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): { toString(): string } };
}

/** The service worker, and scripts of the build. */
const ours = /^\/(sw\.js$|assets\/)/;

/** Only the web app's document allows this name (server/http/security.ts), and no other. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('worker-url', {
  createScriptURL(url) {
    if (import.meta.env.PROD && !ours.test(url)) throw new TypeError(`${url} is no script of the app`);
    return url;
  },
});

/**
 * The path of a worker's script as browsers take it under Trusted Types, where no string may name one. Throws TypeError for
 * a path that is none of the build's.
 */
export function workerUrl(path: string): string {
  // The browser's type of it is an object, which the types of workers don't know.
  return policy ? (policy.createScriptURL(path) as string) : path;
}
