import { expect, it } from 'vitest';
import { neighbourOf } from './neighbours.ts';

it.each([
  ['sapreOne-202611200742', 'SAPRE_ONE', 1, 'sapreOne-202611200743'],
  ['sapreOne-202611200742', 'SAPRE_ONE', -1, 'sapreOne-202611200741'],
  ['sapreHalf-202611302880', 'SAPRE_HALF', 1, 'sapreHalf-202612010001'],
  ['sapreThree-202701010001', 'SAPRE_THREE', -1, 'sapreThree-202612310480'],
  ['something else', 'SAPRE_ONE', 1, null],
] as const)('%s of %s, %d slot on: %s', (gameId, gameType, steps, neighbour) => {
  expect(neighbourOf(gameId, gameType, steps)).toBe(neighbour);
});
