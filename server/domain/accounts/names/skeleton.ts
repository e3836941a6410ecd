import { confusables } from './confusables.ts';

/** What is drawn, by the character that looks like it. */
const drawnAs = new Map(
  confusables.entries.flatMap((entry) => {
    const [drawn = '', sources = ''] = entry.split(' ');
    return Array.from(sources, (source) => [source, drawn] as const);
  }),
);

/**
 * The skeleton of UTS #39 over the compatibility forms of a text: two texts with one skeleton look alike. Without
 * characters that show nothing; marks stay as they are.
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(plain, (character) => drawnAs.get(character) ?? character)
    .join('')
    .normalize('NFD');
}
