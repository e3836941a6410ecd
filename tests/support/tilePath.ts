import { TILE_WIDTH, type TileName } from '../../server/platform/tlog/tiles.ts';

/** The path after `tile/`. */
export function tilePath({ level, index, width }: TileName): string {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const last = parts.length - 1;
  const name = parts.map((part, at) => (at < last ? `x${part}` : part)).join('/');
  return `${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}
