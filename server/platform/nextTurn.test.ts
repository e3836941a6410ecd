import { expect, test } from 'vitest';
import { nextTurn } from './nextTurn.ts';

test('comes an iteration of the event loop after the immediates that are set now', async () => {
  const order: string[] = [];
  setImmediate(() => {
    order.push('immediate');
    setImmediate(() => order.push('its immediate'));
  });
  await nextTurn();
  expect(order).toEqual(['immediate', 'its immediate']);
});
