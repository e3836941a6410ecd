/** By path: those under way or there already, and null for those that have failed. */
const arrivals = new Map<string, Promise<unknown> | null>();

/**
 * Imports a module once its files have arrived: `files` are the paths, without the slash at the beginning, of its script and of the
 * scripts and style sheets that it needs and its importer doesn't. Rejects when one of them fails, and then a later call requests
 * that file again. The build puts this function around each `import()` (server/build/importedFiles.ts).
 *
 * Scripts are fetched before they are imported, from the HTTP cache then: a browser may keep an import whose request has failed as
 * failed until the page is reloaded (whatwg/html#10327).
 */
export async function importModule<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(arrivalOf));
  return load();
}

async function arrivalOf(file: string): Promise<unknown> {
  const url = `/${file}`;
  const known = arrivals.get(file);
  const element = document.querySelector(`link[href="${url}"]`);
  // What the document itself names is the browser's to load.
  if (known || (known === undefined && element)) return known;
  const arrival = (file.endsWith('.css') ? styleSheet(url, element) : script(url)).catch((error: unknown) => {
    arrivals.set(file, null);
    throw error;
  });
  arrivals.set(file, arrival);
  return arrival;
}

/** With the credentials of an import, or it would be another entry of the cache. */
async function script(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  await response.arrayBuffer();
}

/**
 * Puts a style sheet at the end of the body, or in the place of its element that has failed: after those of the document, which
 * stand there below its shell (server/http/webPage.ts). In the head it would come before these, and lose to them.
 */
function styleSheet(url: string, failed: Element | null): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = url;
  if (failed) failed.replaceWith(link);
  else document.body.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`${url} could not be loaded`)));
  });
}
