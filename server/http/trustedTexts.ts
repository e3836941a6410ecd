import { existsSync, readFileSync } from 'node:fs';

/** Texts of GraphQL documents by their SHA-256 hash. */
export type TrustedTexts = ReadonlyMap<string, string>;

/** The queries and mutations of the built web app; none where it hasn't been built. */
export function readTrustedTexts(file: string): TrustedTexts {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}
