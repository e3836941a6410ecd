import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/** Which files the scripts of a bundle need. */
export class BundleFiles {
  readonly #chunks: ReadonlyMap<string, Chunk>;

  constructor(bundle: Rolldown.OutputBundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    this.#chunks = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  }

  /** The scripts and style sheets of chunks, with all that they import. */
  of(isWanted: (chunk: Chunk) => boolean): Set<string> {
    const found = new Set<string>();
    const add = (fileName: string) => {
      const chunk = this.#chunks.get(fileName);
      if (!chunk || found.has(fileName)) return;
      found.add(fileName);
      chunk.imports.forEach(add);
      chunk.viteMetadata?.importedCss.forEach((file) => found.add(file));
    };
    for (const chunk of this.#chunks.values()) if (isWanted(chunk)) add(chunk.fileName);
    return found;
  }
}
