import type { MediaType } from './documentContent.ts';

const MAX_CHARACTERS = 100;
const extensions: Readonly<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/**
 * The name of an uploaded file, to show and to download it by: without folders, and without control and invisible
 * characters, which could reverse its text. Its extension is that of its content. It is shortened, never refused: a player
 * on a phone can't rename a picture. Without a name: `document`.
 */
export function documentName(given: string | null | undefined, mediaType: MediaType): string {
  const file = (given ?? '').replace(/^.*[\\/]/s, '').replace(/[\p{C}\p{Zl}\p{Zp}"*:<>?|]/gu, '');
  const base = file.replace(/\.[^.]*$/, '').trim() || 'document';
  return `${[...base].slice(0, MAX_CHARACTERS).join('')}.${extensions[mediaType]}`;
}
