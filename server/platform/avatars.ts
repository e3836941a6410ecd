import { readFile } from 'node:fs/promises';

/** The pictures that users choose from, in the order of the selection list: the files of `avatars/`. */
export const avatarNames: readonly string[] = [
  'lotus',
  'marigold',
  'jasmine',
  'hibiscus',
  'peacock',
  'diya',
  'kolam',
  'chakra',
  'champa',
  'surya',
  'chandra',
  'tulsi',
  'kamal',
  'mor',
  'bindu',
  'tara',
  'mehndi',
  'alpana',
  'mandana',
  'paisley',
  'gulab',
  'aparajita',
  'swirl',
  'deepavali',
];

/** The URL path of an avatar. */
export function avatarUrl(name: string): string {
  return `/avatars/${name}.svg`;
}

/** The avatar with that name or URL; null when there is none. */
export function avatarNamed(nameOrUrl: string): string | null {
  const name = nameOrUrl.replace(/^.*\/avatars\/(\w+)\.svg$/, '$1');
  return avatarNames.includes(name) ? name : null;
}

/** The picture as SVG; null for an unknown name. */
export async function avatarSvg(name: string): Promise<string | null> {
  return avatarNames.includes(name) ? readFile(new URL(`./avatars/${name}.svg`, import.meta.url), 'utf8') : null;
}
