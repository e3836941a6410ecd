/** Hashes, or entries, of a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

export interface TileName {
  /** 0: hashes of leaves; 1: of complete subtrees of 256 leaves, and so on. `entries`: the leaves themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Hashes, or entries, in it: below 256 for a partial tile. */
  readonly width: number;
}

/** Reads the path after `tile/`: `0/x001/234`, `entries/000.p/17`. Null when it names no tile. */
export function parseTilePath(path: string): TileName | null {
  const [, level = '', index = '', width] =
    /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (level === '' || index.startsWith('x000')) return null;
  if (width !== undefined && Number(width) >= TILE_WIDTH) return null;
  return {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}
