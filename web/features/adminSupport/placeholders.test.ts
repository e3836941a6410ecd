import { expect, it } from 'vitest';
import { fillPlaceholders } from './placeholders.ts';

it('replaces each placeholder wherever it stands, and nothing in what replaces it', () => {
  const values = { name: '{uid} Bose', uid: '12345678', ticket: 'UPI Payment Stuck' };
  expect(fillPlaceholders('Hello {name}, {name}: “{ticket}” of {uid} {other}', values)).toBe(
    'Hello {uid} Bose, {uid} Bose: “UPI Payment Stuck” of 12345678 {other}',
  );
});
