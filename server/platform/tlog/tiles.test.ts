import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTilePath } from './tiles.ts';
import { tilePath } from '../../../tests/support/tilePath.ts';

describe('the path of a tile', () => {
  it('is the one of the specification’s example', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067');
    expect(parseTilePath('0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 });
    expect(parseTilePath('entries/000.p/17')).toEqual({ level: 'entries', index: 0, width: 17 });
  });

  it('is read as it is written', () => {
    const name = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.integer({ min: 0, max: 999_999_999_999 }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(name, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      }),
    );
  });

  it.each([
    '',
    '0',
    '0/',
    '64/000',
    '00/000',
    '0/0',
    '0/1000',
    '0/x000/001',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000/',
    '0/../../etc',
    'entries/-01',
    '0/x001/234/567',
  ])('is refused in any other form: %j', (path) => expect(parseTilePath(path)).toBeNull());
});
