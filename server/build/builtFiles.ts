import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/** The scripts and style sheets of the wanted chunks of a bundle, with all that they import. */
export function filesOf(bundle: Rolldown.OutputBundle, isWanted: (chunk: Chunk) => boolean): Set<string> {
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.imports) add(bundle[file]);
    (chunk as Chunk).viteMetadata?.importedCss.forEach((file) => found.add(file));
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && isWanted(chunk)) add(chunk);
  return found;
}
